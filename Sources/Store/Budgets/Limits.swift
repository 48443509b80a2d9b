public import Household
import Jobs
import PostgreSQL
import ServiceKit

extension Store {
    /// Sets or lifts (nil) the limit of an occasion, or of one recipient on it. Minor units; 0 allows nothing.
    public func setLimit(_ minor: Int?, of occasion: Occasion.ID, for recipient: Recipient.ID?, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            try await transaction.setLimit(minor, of: occasion, for: recipient)
            // The limit of the whole is part of the occasion's state; a recipient's must not show there, to its subject.
            guard recipient == nil else { return }
            _ = try await transaction.query("UPDATE occasion SET version = version + 1 WHERE household_id = viewer_household() AND id = \(occasion)")
        }
    }
}

extension MemberTransaction {
    /// A subject asks in vain: for them, as for everybody else's unknown recipient, there is nothing to set.
    func setLimit(_ minor: Int?, of occasion: Occasion.ID, for recipient: Recipient.ID?) async throws {
        let rows = try await query("""
            INSERT INTO budget_limit (id, household_id, occasion_id, recipient_id, minor, set_by)
            SELECT \(Identifier<Tally>(.v7())), o.household_id, o.id, \(recipient), \(minor)::bigint, viewer() FROM occasion o
            WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
              AND (\(recipient)::uuid IS NULL OR EXISTS (
                  SELECT FROM recipient r WHERE r.household_id = o.household_id AND r.id = \(recipient) AND r.deleted_at IS NULL
                  AND r.id <> ALL (secret_recipients())))
            RETURNING position
            """)
        guard let row = rows.first else { throw StoreError.notFound }
        try await enqueueBudgetCheck(of: occasion, at: try row["position"])
    }

    func enqueueBudgetCheck(of occasion: Occasion.ID, at position: Int) async throws {
        try await transaction.enqueue(
            CheckBudget(occasion: occasion, position: position, cause: membership.member), household: membership.household.uuid)
    }
}
