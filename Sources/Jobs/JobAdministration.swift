public import Foundation
public import PostgreSQL

/// What an operator may see and do about jobs. Needs the worker's role.
public struct JobAdministration: Sendable {
    /// The most rows one listing returns.
    public static let listLimit = 1000

    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// Open and ended jobs, newest first.
    public func list(
        state: JobRecord.State? = nil, queue: String? = nil, kind: String? = nil, limit: Int = 50
    ) async throws -> [JobRecord] {
        try await pool.query("""
            SELECT \(JobRecord.columns) FROM job
            WHERE (\(state?.rawValue)::text IS NULL OR state = \(state?.rawValue)::text)
                AND (\(queue)::text IS NULL OR queue = \(queue)::text)
                AND (\(kind)::text IS NULL OR kind = \(kind)::text)
            ORDER BY id DESC LIMIT \(min(max(limit, 0), Self.listLimit))::int
            """).map(JobRecord.init)
    }

    public func show(_ id: UUID) async throws -> JobRecord? {
        try await pool.query("SELECT \(JobRecord.columns) FROM job WHERE id = \(id)::uuid").map(JobRecord.init).first
    }

    /// Gives a dead job all its attempts again. False where it is not dead, or where an open job has its key.
    public func retry(_ id: UUID) async throws -> Bool {
        try await pool.query("SELECT retry_job(\(id)) AS retried").first?["retried"] ?? false
    }

    /// Ends an open job as dead. A run under way can write nothing any more. False where it has ended already.
    public func bury(_ id: UUID, reason: String) async throws -> Bool {
        try await pool.query("SELECT bury_job(\(id), \(reason)) AS buried").first?["buried"] ?? false
    }

    /// One entry for each queue with jobs that are open, dead or done within the hour. The API's role may ask too.
    public func statistics() async throws -> [QueueStatistics] {
        try await pool.query("SELECT * FROM job_statistics()").map(QueueStatistics.init)
    }
}

/// A job as it stands.
public struct JobRecord: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable {
        case waiting, published, running, done, dead
    }

    public var id: UUID
    public var household: UUID?
    public var kind: String
    public var queue: String
    public var state: State
    public var attempt: Int
    public var attempts: Int
    public var payload: String
    public var key: String?
    public var due: Date
    public var created: Date
    public var finished: Date?
    public var owner: String?
    public var reason: String?

    fileprivate static let columns: SQL = """
        id, household_id, kind, queue, state, attempt, max_attempts, payload::text AS payload, dedup_key, due_at, created_at,
        finished_at, lease_owner, last_error
        """

    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        household = try row["household_id"]
        kind = try row["kind"]
        queue = try row["queue"]
        state = State(rawValue: try row["state"]) ?? .waiting
        attempt = try row["attempt"]
        attempts = try row["max_attempts"]
        payload = try row["payload"]
        key = try row["dedup_key"]
        due = try row["due_at"]
        created = try row["created_at"]
        finished = try row["finished_at"]
        owner = try row["lease_owner"]
        reason = try row["last_error"]
    }
}
