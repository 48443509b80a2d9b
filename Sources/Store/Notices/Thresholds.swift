public import Household
import PostgreSQL

/// Per cent of a limit at which notices of a budget come.
public struct Thresholds: Sendable, Hashable {
    /// Those of the household, which hold where an occasion or a person has none of their own.
    public var household: [Int]

    /// The caller's own, for every budget; nil where the others hold. An empty list: no notices.
    public var mine: [Int]?

    /// How many one list has at most.
    public static let largestList = 5
}

extension Store {
    public func thresholds(as caller: Caller) async throws -> Thresholds {
        let row = try await pipeline(as: caller, """
            SELECT h.thresholds AS household, m.thresholds AS mine FROM household h JOIN member m ON m.household_id = h.id AND m.id = viewer()
            WHERE h.id = viewer_household()
            """).rows[0].first
        guard let row else { throw StoreError.notFound }
        return Thresholds(household: try row["household"], mine: try row["mine"])
    }

    /// Changes what is given; an inner nil of `mine` gives up one's own list. Only an organiser sets the household's.
    public func changeThresholds(household: [Int]?, mine: [Int]??, as caller: Caller) async throws -> Thresholds {
        try await transaction(as: caller) { transaction in
            if let household {
                guard transaction.membership.role == .organiser else { throw StoreError.forbidden(reason: "Only an organiser sets what holds for everybody.") }
                _ = try await transaction.query("UPDATE household SET thresholds = \(household)::int[] WHERE id = viewer_household()")
            }
            if let mine {
                _ = try await transaction.query("UPDATE member SET thresholds = \(mine)::int[] WHERE household_id = viewer_household() AND id = viewer()")
            }
        }
        return try await thresholds(as: caller)
    }
}
