import Household
import PostgreSQL

extension MemberTransaction {
    /// Puts back what was deleted, a gift with what had been paid for it.
    func restore(_ line: ActivityLine) async throws {
        switch line.thing {
        case .gifts(let parts, let occasion):
            for part in parts { try await restore(part, on: occasion, line) }
        case .recipient(let recipient, _):
            let count = try await count("SELECT count(*)::int AS count FROM recipient WHERE household_id = viewer_household() AND deleted_at IS NULL")
            guard count < Store.largestRecipients else {
                throw StoreError.conflict(type: "too-many-recipients", detail: "The household has too many people to give to.")
            }
            _ = try await query("""
                UPDATE recipient SET deleted_at = NULL, version = version + 1 WHERE household_id = viewer_household() AND id = \(recipient)
                """)
            try await recordRemoval(ofRecipient: recipient, restoring: line.id)
        case .occasion(let occasion, _):
            let count = try await count("SELECT count(*)::int AS count FROM occasion WHERE household_id = viewer_household() AND deleted_at IS NULL")
            guard count < Store.largestOccasions else {
                throw StoreError.conflict(type: "too-many-occasions", detail: "The household has too many occasions. Delete an old one first.")
            }
            _ = try await query("""
                UPDATE occasion SET deleted_at = NULL, version = version + 1 WHERE household_id = viewer_household() AND id = \(occasion)
                """)
            try await recordRemoval(ofOccasion: occasion, restoring: line.id)
        }
    }

    private func restore(_ part: ActivityLine.Part, on occasion: Occasion.ID, _ line: ActivityLine) async throws {
        let count = try await count("""
            SELECT count(*)::int AS count FROM gift WHERE household_id = viewer_household() AND occasion_id = \(occasion)
            AND recipient_id = \(part.recipient) AND deleted_at IS NULL
            """)
        guard count < Store.largestGifts else {
            throw StoreError.conflict(type: "too-many-gifts", detail: "There are \(Store.largestGifts) gifts already. Delete one first.")
        }
        _ = try await query("""
            UPDATE gift SET deleted_at = NULL, version = version + 1 WHERE household_id = viewer_household() AND id = \(part.gift)
            """)
        try await recordRemoval(ofGift: part.gift, restoring: line.id)
        try await reverse(line)
    }

    private func count(_ question: SQL) async throws -> Int { try await query(question).first?["count"] ?? 0 }
}
