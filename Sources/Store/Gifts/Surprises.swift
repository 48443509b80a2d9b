public import Household
import PostgreSQL

extension Store {
    /// Keeps presents for a recipient from the caller too, who is not the recipient but wants to be surprised: of what
    /// a home is given, or a pet, or a child of theirs. Once more changes nothing.
    public func beSurprised(by recipient: Recipient.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            let rows = try await transaction.query("SELECT id FROM recipient WHERE household_id = viewer_household() AND id = \(recipient) AND deleted_at IS NULL")
            if rows.isEmpty { throw StoreError.notFound }
            _ = try await transaction.query("""
                INSERT INTO subject (household_id, recipient_id, member_id, is_chosen) VALUES (viewer_household(), \(recipient), viewer(), true)
                ON CONFLICT (member_id, recipient_id) DO NOTHING
                """)
            try await transaction.raiseVersion(of: recipient)
        }
    }

    /// Takes that back. Who is the recipient cannot: their presents stay a surprise whatever they press.
    public func beTold(of recipient: Recipient.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            guard let row = try await transaction.query(Recipient.select(only: recipient)).first else { throw StoreError.notFound }
            if try Recipient(row).members.contains(transaction.membership.member) { throw StoreError.forbidden(reason: Self.surpriseStays) }
            _ = try await transaction.query("""
                DELETE FROM subject
                WHERE household_id = viewer_household() AND recipient_id = \(recipient) AND member_id = viewer() AND is_chosen
                """)
            try await transaction.raiseVersion(of: recipient)
        }
    }
}

extension MemberTransaction {
    fileprivate func raiseVersion(of recipient: Recipient.ID) async throws {
        _ = try await query("UPDATE recipient SET version = version + 1 WHERE household_id = viewer_household() AND id = \(recipient)")
    }
}
