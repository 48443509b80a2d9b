public import Household
public import PostgreSQL
import ServiceKit

extension Store {
    /// The caller's own notices, newest first.
    public func notices(limit: Int, unreadOnly: Bool, as caller: Caller) async throws -> [Notice] {
        try await pipeline(as: caller, Notice.select(limit: limit, unreadOnly: unreadOnly)).rows[0].map(Notice.init)
    }

    public func notice(_ notice: Notice.ID, as caller: Caller) async throws -> Notice {
        guard let row = try await pipeline(as: caller, "\(Notice.select) AND n.id = \(notice)").rows[0].first else { throw StoreError.notFound }
        return try Notice(row)
    }

    public func readNotice(_ notice: Notice.ID, as caller: Caller) async throws {
        let rows = try await pipeline(as: caller, """
            UPDATE notice SET read_at = COALESCE(read_at, now())
            WHERE household_id = viewer_household() AND member_id = viewer() AND id = \(notice) RETURNING id
            """).rows[0]
        if rows.isEmpty { throw StoreError.notFound }
    }

    public func readAllNotices(as caller: Caller) async throws {
        _ = try await pipeline(as: caller, """
            UPDATE notice SET read_at = now() WHERE household_id = viewer_household() AND member_id = viewer() AND read_at IS NULL
            """)
    }
}

extension Notice {
    static let select: SQL = """
        SELECT n.id, n.kind, n.occasion_id, n.recipient_id, n.threshold, n.over_minor, n.limit_minor, n.currency, n.created_at, n.read_at,
               n.category_id, n.month, n.arming, c.name AS category_name,
               o.name AS occasion_name, o.day AS occasion_day, r.name AS recipient_name
        FROM notice n
        LEFT JOIN occasion o ON o.household_id = n.household_id AND o.id = n.occasion_id
        LEFT JOIN recipient r ON r.household_id = n.household_id AND r.id = n.recipient_id
        LEFT JOIN budget_category c ON c.household_id = n.household_id AND c.id = n.category_id
        WHERE n.household_id = viewer_household() AND n.member_id = viewer()
        """

    static func select(limit: Int, unreadOnly: Bool) -> SQL {
        "\(select) AND (NOT \(unreadOnly) OR n.read_at IS NULL) ORDER BY n.id DESC LIMIT \(limit)::int"
    }

    init(_ row: Row) throws {
        var (budget, monthly, coming): (Budget?, Monthly?, Coming?)
        let kind: Kind = try row["kind"]
        if kind == .reminder, let occasion: Occasion.ID = try row["occasion_id"] {
            coming = Coming(occasion: occasion, name: try row["occasion_name"], day: try row["occasion_day"], daysAhead: try row["threshold"])
        } else if let occasion: Occasion.ID = try row["occasion_id"], let currency: Currency = try row["currency"] {
            budget = Budget(
                occasion: occasion, occasionName: try row["occasion_name"], recipient: try row["recipient_id"],
                recipientName: try row["recipient_name"], category: try row["category_id"],
                categoryName: try row["category_name"], threshold: try row["threshold"],
                over: Money(minor: try row["over_minor"], currency: currency), limit: Money(minor: try row["limit_minor"], currency: currency))
        }
        if let month: Day = try row["month"], let currency: Currency = try row["currency"] {
            monthly = Monthly(
                category: try row["category_id"], name: try row["category_name"], month: Month(month), threshold: try row["threshold"],
                over: Money(minor: try row["over_minor"], currency: currency), limit: Money(minor: try row["limit_minor"], currency: currency))
        }
        self.init(id: try row["id"], kind: kind, budget: budget, monthly: monthly, coming: coming, created: try row["created_at"], read: try row["read_at"])
    }
}
