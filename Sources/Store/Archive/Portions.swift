public import Household
import PostgreSQL

// What a member's copy of a household asks for: all of a kind that they may see, in an order that stays.
extension Store {
    /// What is noted about recipients.
    public func recipientNotes(as caller: Caller) async throws -> [Recipient.ID: String] {
        let rows = try await pipeline(as: caller, "SELECT recipient_id, notes FROM recipient_note WHERE household_id = viewer_household()").rows[0]
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["recipient_id"], try $0["notes"]) })
    }

    /// Every entry of a category, whatever its month, by day.
    public func entries(of category: BudgetCategory.ID, as caller: Caller) async throws -> [BudgetEntry] {
        try await pipeline(as: caller, "\(BudgetEntry.select) AND e.category_id = \(category) ORDER BY e.day, e.position").rows[0].map(BudgetEntry.init)
    }

    /// Who bears what of each gift of an occasion.
    public func contributions(on occasion: Occasion.ID, as caller: Caller) async throws -> [Contribution] {
        let rows = try await pipeline(as: caller, Contribution.select(of: nil, on: occasion), GiftPayment.select(of: nil, on: occasion)).rows
        let payments = try Dictionary(grouping: rows[1].map(GiftPayment.init), by: \.gift)
        let parts = try Dictionary(grouping: rows[0]) { try $0["gift_id"] as Gift.ID }
        return try parts.sorted { "\($0.key)" < "\($1.key)" }.flatMap { gift, parts in try Contribution.list(parts, paid: payments[gift] ?? []) }
    }

    /// Events by their ids, up to `limit` after the one named; what repeats is there once.
    public func events(after cursor: Event.ID?, limit: Int, as caller: Caller) async throws -> [EventView] {
        try await pipeline(as: caller, """
            \(EventView.select) AND (\(cursor)::uuid IS NULL OR e.id > \(cursor)) ORDER BY e.id LIMIT \(limit)::int
            """).rows[0].map(EventView.init)
    }

    /// The caller's scans by their ids, up to `limit` after the one named.
    public func scans(after cursor: ScanView.ID?, limit: Int, as caller: Caller) async throws -> [ScanView] {
        try await pipeline(as: caller, """
            \(ScanView.select) AND (\(cursor)::uuid IS NULL OR s.id > \(cursor)) ORDER BY s.id LIMIT \(limit)::int
            """).rows[0].map(ScanView.init)
    }
}
