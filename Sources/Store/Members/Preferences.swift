import PostgreSQL

/// What an account wants to be told, and how.
public struct Preferences: Sendable {
    /// Whether notices also come by mail.
    public var mailNotices: Bool
}

extension Store {
    public func preferences(_ key: SessionKey) async throws -> Preferences {
        guard let row = try await asAccount(key, "SELECT mail_notices FROM account WHERE id = viewer_account()").first else { throw StoreError.signedOut }
        return Preferences(mailNotices: try row["mail_notices"])
    }

    /// Changes what is given; nil keeps.
    public func changePreferences(mailNotices: Bool?, _ key: SessionKey) async throws -> Preferences {
        let rows = try await asAccount(key, """
            UPDATE account SET mail_notices = COALESCE(\(mailNotices), mail_notices) WHERE id = viewer_account() RETURNING mail_notices
            """)
        guard let row = rows.first else { throw StoreError.signedOut }
        return Preferences(mailNotices: try row["mail_notices"])
    }
}
