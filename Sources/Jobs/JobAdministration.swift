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
        try await !pool.query("""
            WITH again AS (
                UPDATE job SET state = 'waiting', attempt = 0, crashes = 0, due_at = now(), finished_at = NULL
                WHERE id = \(id)::uuid AND state = 'dead' AND NOT EXISTS (
                    SELECT FROM job other WHERE other.kind = job.kind AND other.household_id IS NOT DISTINCT FROM job.household_id
                        AND other.dedup_key = job.dedup_key AND other.state IN ('waiting', 'published', 'running'))
                RETURNING id
            )
            SELECT id, pg_notify('mantel_job', '')::text AS woken FROM again
            """).isEmpty
    }

    /// Ends an open job as dead. A run under way can write nothing any more. False where it has ended already.
    public func bury(_ id: UUID, reason: String) async throws -> Bool {
        try await !pool.query("""
            UPDATE job SET state = 'dead', last_error = left(\(reason)::text, 2000), finished_at = now(),
                again = false, token = NULL, lease_owner = NULL, lease_until = NULL, deadline = NULL
            WHERE id = \(id)::uuid AND state IN ('waiting', 'published', 'running') RETURNING id
            """).isEmpty
    }

    /// One entry for each queue that has open or dead jobs. The API's role may ask too.
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

/// How a queue stands. Alert on the age, not on the length.
public struct QueueStatistics: Sendable, Equatable {
    public var queue: String
    /// Due, and not in Redis yet.
    public var waiting: Int
    /// Due later.
    public var delayed: Int
    /// In Redis, not claimed yet.
    public var published: Int
    public var running: Int
    public var dead: Int
    /// Open jobs that failed before.
    public var retried: Int
    /// Seconds since the oldest open job became due.
    public var oldestAge: Double

    fileprivate init(_ row: Row) throws {
        queue = try row["queue"]
        waiting = try row["waiting"]
        delayed = try row["delayed"]
        published = try row["published"]
        running = try row["running"]
        dead = try row["dead"]
        retried = try row["retried"]
        oldestAge = try row["oldest_age"]
    }
}
