public import Household
import PostgreSQL

extension Store {
    /// Gifts that one person's memory shows at most.
    public static let largestMemory = 500

    /// What a recipient got on other occasions, and what the caller got from them, as far as the caller may know of it:
    /// the latest occasion first.
    ///
    /// - Parameter occasion: is left out, since its gifts are being planned.
    public func giftMemory(of recipient: Recipient.ID, besides occasion: Occasion.ID?, as caller: Caller) async throws -> [PastGift] {
        let rows = try await pipeline(
            as: caller, Recipient.select(only: recipient),
            """
            SELECT g.id, 'given' AS direction, g.name, o.name AS occasion_name, o.day, o.currency,
                   (SELECT sum(e.minor)::bigint FROM ledger_entry e WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id
                    AND e.recipient_id = g.recipient_id AND e.gift_id = g.id) AS paid
            FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
            WHERE g.household_id = viewer_household() AND g.recipient_id = \(recipient) AND g.deleted_at IS NULL
              AND g.status IN ('bought', 'wrapped', 'given') AND (o.id = \(occasion)) IS NOT TRUE
            UNION ALL
            SELECT g.id, 'received', g.name, o.name, o.day, o.currency, NULL
            FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
            JOIN subject mine ON mine.household_id = g.household_id AND mine.recipient_id = g.recipient_id AND mine.member_id = viewer()
            WHERE g.household_id = viewer_household() AND g.deleted_at IS NULL AND g.status IN ('bought', 'wrapped', 'given')
              AND g.recipient_id <> \(recipient)
              AND EXISTS (SELECT FROM subject s WHERE s.household_id = g.household_id AND s.recipient_id = \(recipient)
                  AND (s.member_id = g.created_by OR s.member_id IN (
                      SELECT e.paid_by FROM ledger_entry e WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id
                      AND e.recipient_id = g.recipient_id AND e.gift_id = g.id)))
            ORDER BY day DESC, name, id LIMIT \(Self.largestMemory)::int
            """).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        return try rows[1].map(PastGift.init)
    }
}

extension PastGift {
    init(_ row: Row) throws {
        let currency: Currency = try row["currency"], paid: Int? = try row["paid"]
        self.init(
            gift: try row["id"], direction: try row["direction"], name: try row["name"], occasion: try row["occasion_name"], day: try row["day"],
            paid: paid.map { Money(minor: $0, currency: currency) })
    }
}
