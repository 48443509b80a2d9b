public import Foundation
public import PostgreSQL

/// Who administers the server. For the owner of the database: no other role may see or change it.
public struct Administrators: Sendable {
    public enum Addition: Sendable, Equatable {
        case added, alreadyOne
        /// Nobody has signed up with this address.
        case noAccount
    }

    public struct Entry: Sendable, Equatable {
        public var email: String
        public var since: Date
    }

    private let pool: Pool

    public init(_ pool: Pool) { self.pool = pool }

    public func add(_ email: String) async throws -> Addition {
        let row = try await pool.query("""
            WITH found AS (SELECT id FROM account WHERE lower(email) = lower(\(email))),
                 added AS (INSERT INTO administrator (account_id) SELECT id FROM found ON CONFLICT DO NOTHING RETURNING account_id)
            SELECT EXISTS (SELECT FROM found) AS found, EXISTS (SELECT FROM added) AS added
            """).first
        if try row?["added"] == true { return .added }
        return try row?["found"] == true ? .alreadyOne : .noAccount
    }

    /// False where the address is no administrator's.
    public func remove(_ email: String) async throws -> Bool {
        try await !pool.query("""
            DELETE FROM administrator USING account
            WHERE account.id = administrator.account_id AND lower(account.email) = lower(\(email)) RETURNING account_id
            """).isEmpty
    }

    public func list() async throws -> [Entry] {
        try await pool.query("""
            SELECT a.email, r.added_at FROM administrator r JOIN account a ON a.id = r.account_id ORDER BY r.added_at, a.id
            """).map { Entry(email: try $0["email"], since: try $0["added_at"]) }
    }
}
