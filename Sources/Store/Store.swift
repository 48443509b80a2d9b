import Household
public import PostgreSQL

/// The household's data. The only place that knows tables, and every question to them is asked as somebody.
public struct Store: Sendable {
    package let pool: Pool

    public init(_ pool: Pool) { self.pool = pool }

    /// Sends `BEGIN; enter; statements; COMMIT` in one round trip and returns the rows of each statement.
    ///
    /// Statements run as `caller`: where the session is unknown or the household is not theirs, policies
    /// show them nothing, and this throws `signedOut` or `notFound` afterwards.
    func pipeline(as caller: Caller, _ statements: SQL...) async throws -> (membership: Membership, rows: [[Row]]) {
        try await pipeline(as: caller, statements)
    }

    func pipeline(as caller: Caller, _ statements: [SQL]) async throws -> (membership: Membership, rows: [[Row]]) {
        var results = try await pool.pipeline([caller.prelude] + statements)
        let membership = try caller.membership(results.removeFirst())
        return (membership, results)
    }

    /// Runs `body` in one transaction as `caller`.
    func transaction<T: Sendable>(
        as caller: Caller, _ body: @Sendable (MemberTransaction) async throws -> T
    ) async throws -> T {
        try await pool.transaction { transaction in
            let membership = try caller.membership(try await transaction.query(caller.prelude))
            return try await body(MemberTransaction(transaction: transaction, membership: membership))
        }
    }
}

/// A transaction that acts for one member.
struct MemberTransaction: Sendable {
    let transaction: Transaction
    let membership: Membership

    func query(_ sql: SQL) async throws -> [Row] { try await transaction.query(sql) }
}
