public import Household
import PostgreSQL

/// A gift that is still to buy, with the names it is known by.
public struct GiftToBuy: Sendable {
    public var gift: Gift
    public var recipient: String
    public var occasion: String
}

extension Store {
    /// The gift, whatever occasion it is for.
    public func gift(_ gift: Gift.ID, as caller: Caller) async throws -> Gift {
        let row = try await pipeline(as: caller, """
            SELECT g.id, g.occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency,
                   (SELECT sum(e.minor)::bigint FROM ledger_entry e WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id
                    AND e.recipient_id = g.recipient_id AND e.gift_id = g.id) AS actual_minor
            FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
            WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.deleted_at IS NULL
            """).rows[0].first
        guard let row else { throw StoreError.notFound }
        return try Gift(row)
    }

    /// Gifts not bought yet that the caller may see, of occasions from a month ago on; the next occasion first.
    public func giftsToBuy(limit: Int, as caller: Caller) async throws -> [GiftToBuy] {
        try await pipeline(as: caller, """
            SELECT g.id, g.occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency,
                   NULL::bigint AS actual_minor, r.name AS recipient_name, o.name AS occasion_name
            FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
            JOIN recipient r ON r.household_id = g.household_id AND r.id = g.recipient_id AND r.deleted_at IS NULL
            WHERE g.household_id = viewer_household() AND g.deleted_at IS NULL AND g.status IN ('idea', 'planned', 'ordered')
              AND o.day > current_date - 31
            ORDER BY o.day, r.name, g.created_at, g.id LIMIT \(limit)::int
            """).rows[0].map { GiftToBuy(gift: try Gift($0), recipient: try $0["recipient_name"], occasion: try $0["occasion_name"]) }
    }
}
