import Household
import PostgreSQL

/// What every page of a household shows around its own part.
public struct Entrance: Sendable {
    public var household: HouseholdView
    /// Notices the member has not read; counted up to `Store.largestUnreadCount`.
    public var unread: Int
    /// The account administers this server.
    public var administers: Bool
}

extension Store {
    /// More unread notices than this are not counted.
    public static let largestUnreadCount = 100

    /// The household, its members and the caller's unread notices, in one round trip.
    public func entrance(as caller: Caller) async throws -> Entrance {
        let (membership, rows) = try await pipeline(
            as: caller, "SELECT id, name, currency, zone FROM household WHERE id = viewer_household()", Member.selectAll,
            """
            SELECT count(*)::int AS unread, is_administrator() AS administers FROM (
                SELECT FROM notice WHERE household_id = viewer_household() AND member_id = viewer() AND read_at IS NULL LIMIT \(Self.largestUnreadCount)::int
            ) n
            """)
        guard let row = rows[0].first else { throw StoreError.notFound }
        let household = HouseholdView(
            profile: try HouseholdProfile(row), me: membership.member, role: membership.role, members: try rows[1].map(Member.init))
        let news = rows[2].first
        return Entrance(household: household, unread: try news?["unread"] ?? 0, administers: try news?["administers"] ?? false)
    }
}
