public import Household
import PostgreSQL

/// Members whom somebody shares a mailbox, or the device that asks, with.
public struct Sharing: Sendable, Equatable {
    /// A mail that could tell one of them a secret is not sent.
    public var mailbox: [Member.ID]
    /// What is secret from one of them is not shown on this device.
    public var device: [Member.ID]

    /// How many one list has at most.
    public static let largestList = 50
}

extension Store {
    public func sharing(_ key: SessionKey, in household: HouseholdProfile.ID) async throws -> Sharing {
        try await transaction(as: .session(key, in: household)) { try await $0.sharing(key) }
    }

    /// Changes what is given. A shared device only gains readers, and where one is shared so does the mailbox: else
    /// whoever else holds it would take themselves off. Signing in again begins with a device of one's own.
    public func changeSharing(
        mailbox: [Member.ID]?, device: [Member.ID]?, _ key: SessionKey, in household: HouseholdProfile.ID
    ) async throws -> Sharing {
        try await transaction(as: .session(key, in: household)) { transaction in
            let before = try await transaction.sharing(key)
            if let mailbox {
                try await transaction.requireOthers(mailbox, "/mailbox")
                if !before.device.isEmpty { try Self.requireWider(mailbox, than: before.mailbox) }
                _ = try await transaction.query("""
                    UPDATE member SET mailbox_shared_with = \(mailbox) WHERE household_id = viewer_household() AND id = viewer()
                    """)
            }
            if let device {
                try await transaction.requireOthers(device, "/device")
                try Self.requireWider(device, than: before.device)
                // It may be shared with people of other households too.
                _ = try await transaction.query("""
                    UPDATE session SET shared_with = ARRAY(SELECT unnest(shared_with) UNION SELECT unnest(\(device)::uuid[]))
                    WHERE account_id = viewer_account() AND token_hash = \(key.hash)
                    """)
            }
            return try await transaction.sharing(key)
        }
    }

    private static func requireWider(_ list: [Member.ID], than before: [Member.ID]) throws {
        guard Set(before).isSubset(of: list) else {
            throw StoreError.forbidden(reason: "Nobody is taken off on a device that they share. Sign in again, on a device of your own.")
        }
    }
}

extension MemberTransaction {
    fileprivate func sharing(_ key: SessionKey) async throws -> Sharing {
        let row = try await query("""
            SELECT m.mailbox_shared_with AS mailbox,
                ARRAY(SELECT o.id FROM member o WHERE o.household_id = viewer_household() AND o.id = ANY (s.shared_with) ORDER BY o.id) AS device
            FROM member m, session s
            WHERE m.household_id = viewer_household() AND m.id = viewer() AND s.account_id = viewer_account() AND s.token_hash = \(key.hash)
            """).first
        guard let row else { throw StoreError.notFound }
        return Sharing(mailbox: try row["mailbox"], device: try row["device"])
    }

    fileprivate func requireOthers(_ list: [Member.ID], _ pointer: String) async throws {
        let others = try await query("""
            SELECT id FROM member WHERE household_id = viewer_household() AND id = ANY (\(list)) AND id <> viewer() AND left_at IS NULL
            """)
        guard others.count == list.count else { throw StoreError.invalid(pointer: pointer, detail: "must name other members of this household, each once") }
    }
}
