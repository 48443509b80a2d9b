import Foundation
public import Household
public import Jobs
public import PostgreSQL
import ServiceKit

/// Looks whether the entry or limit at `position` took a month of a category to one of its thresholds.
public struct CheckCategory: Job {
    public static let name = "category.check"
    public static let queue = "budget"
    public static let timeout = Duration.seconds(60)

    public var category: BudgetCategory.ID
    public var position: Int

    /// Whose entry it was. The worker begins as them to learn who else is in the household.
    public var cause: Member.ID
}

extension Store {
    /// The members whose view of the category has to be checked.
    public func categoryWatchers(for check: CheckCategory) async throws -> [Member.ID] { try await watchers(beginningAs: check.cause) }

    /// Writes the notice that `check` means for `member`, with its mail, exactly once.
    public func noticeCrossings(of check: CheckCategory, for member: Member.ID, in transaction: Transaction) async throws {
        let caller = Caller.member(member)
        let membership = try caller.membership(try await transaction.query(caller.prelude))
        let telling = try await Telling.of(.budget, in: transaction)
        if telling.way == .none { return }
        // The month of the entry; of a limit, the month in which it was set.
        guard let moment = try await transaction.query("""
            SELECT e.day FROM budget_entry e
            WHERE e.household_id = viewer_household() AND e.category_id = \(check.category) AND e.position = \(check.position)
            UNION ALL
            SELECT (l.set_at AT TIME ZONE h.zone)::date FROM category_limit l JOIN household h ON h.id = l.household_id
            WHERE l.household_id = viewer_household() AND l.category_id = \(check.category) AND l.position = \(check.position)
            """).first
        else { return }
        let month = Month(try moment["day"] as Day)
        let history = try await Self.categoryHistory(of: check.category, in: month, upTo: check.position, in: transaction)
        let thresholds: [Int] = try await transaction.query("""
            SELECT coalesce(m.thresholds, h.thresholds) AS thresholds FROM household h JOIN member m ON m.household_id = h.id AND m.id = viewer()
            WHERE h.id = viewer_household()
            """).first?["thresholds"] ?? []
        guard let crossing = history.crossing(at: check.position, thresholds: thresholds) else { return }
        let notice = Notice.ID(.v7())
        let written = try await transaction.query("""
            INSERT INTO notice (id, household_id, member_id, kind, category_id, month, threshold, arming, over_minor, limit_minor, currency)
            SELECT \(notice), c.household_id, viewer(), 'budget', c.id, \(month.first), \(crossing.threshold)::int, \(check.position), \(crossing.over), \(crossing.limit), c.currency
            FROM budget_category c WHERE c.household_id = viewer_household() AND c.id = \(check.category) AND c.deleted_at IS NULL
            ON CONFLICT DO NOTHING RETURNING id
            """)
        if written.isEmpty { return }
        try await mail(notice, to: member, in: membership.household, telling, transaction)
    }

    /// What happened to one month of a category; nil: until now.
    static func categoryHistory(
        of category: BudgetCategory.ID, in month: Month, upTo position: Int?, in transaction: Transaction
    ) async throws -> BudgetHistory {
        BudgetHistory(try await transaction.query("""
            SELECT position, minor, true AS is_entry FROM budget_entry
            WHERE household_id = viewer_household() AND category_id = \(category) AND position <= coalesce(\(position)::bigint, position)
              AND day BETWEEN \(month.first) AND \(month.last)
            UNION ALL
            SELECT position, minor, false FROM category_limit
            WHERE household_id = viewer_household() AND category_id = \(category) AND position <= coalesce(\(position)::bigint, position)
            """).map { row in
                let minor: Int? = try row["minor"]
                return BudgetHistory.Step(position: try row["position"], change: try row["is_entry"] ? .spent(minor ?? 0) : .limit(minor))
            })
    }
}
