public import PostgreSQL

/// Passwords given by whoever runs the server. For the owner of the database: no other role may.
public struct Passwords: Sendable {
    private let pool: Pool

    public init(_ pool: Pool) { self.pool = pool }

    /// Replaces the password of the account with this address, and ends its sessions. False where there is none.
    public func set(_ hash: String, of email: String) async throws -> Bool {
        try await !pool.query("""
            WITH found AS (SELECT id FROM account WHERE lower(email) = lower(\(email))),
                 ended AS (DELETE FROM session USING found WHERE session.account_id = found.id)
            INSERT INTO credential (account_id, password_hash) SELECT id, \(hash) FROM found
            ON CONFLICT (account_id) DO UPDATE SET password_hash = EXCLUDED.password_hash, changed_at = now() RETURNING account_id
            """).isEmpty
    }
}
