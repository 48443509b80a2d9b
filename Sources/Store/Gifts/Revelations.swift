public import Household
import PostgreSQL

extension Store {
    /// Tells the recipient of a gift, for good: from now on they see it and what was paid for it.
    ///
    /// Only who added or bought it may. For its subjects, as for an unknown id, there is nothing to reveal.
    public func revealGift(_ gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> Gift {
        try await transaction(as: caller) { transaction in
            let revealed = try await transaction.query("""
                UPDATE gift g SET revealed_at = now(), version = version + 1
                WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion) AND g.deleted_at IS NULL
                  AND g.revealed_at IS NULL AND (g.created_by = viewer() OR EXISTS (
                      SELECT FROM ledger_entry e WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id
                      AND e.recipient_id = g.recipient_id AND e.gift_id = g.id AND e.kind = 'purchase' AND viewer() IN (e.paid_by, e.entered_by)))
                RETURNING g.id
                """)
            guard let row = try await transaction.query(Gift.select(gift, on: occasion)).first else { throw StoreError.notFound }
            let gift = try Gift(row)
            guard !revealed.isEmpty || gift.isRevealed else { throw StoreError.forbidden(reason: "Who added or bought a gift reveals it.") }
            return gift
        }
    }
}
