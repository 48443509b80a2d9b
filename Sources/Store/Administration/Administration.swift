public import Household
import PostgreSQL

/// What the server's administrator may see and do about jobs of all households. Only `Store.administration`
/// makes one, and the database checks again with every question.
public struct Administration: Sendable {
    /// Jobs on one page at the most.
    public static let largestPage = 200

    /// Characters of the reason for a burial.
    public static let longestReason = 500

    fileprivate let store: Store
    fileprivate let key: SessionKey

    /// Which jobs are asked for; nil is any.
    public struct Filter: Sendable, Equatable {
        public var state: ServerJob.State?
        public var queue: String?
        public var kind: String?

        public init(state: ServerJob.State? = nil, queue: String? = nil, kind: String? = nil) {
            self.state = state
            self.queue = queue
            self.kind = kind
        }
    }

    /// Jobs, newest first, and where the next page begins.
    public func jobs(_ filter: Filter, before: ServerJob.ID? = nil, limit: Int = 50) async throws -> (jobs: [ServerJob], next: ServerJob.ID?) {
        let limit = min(max(limit, 1), Self.largestPage)
        let jobs = try await store.asAccount(key, """
            SELECT * FROM administered_jobs(\(filter.state), \(filter.queue), \(filter.kind), \(before), \(limit + 1)::int)
            """).map(ServerJob.init)
        let page = Array(jobs.prefix(limit))
        return (page, jobs.count > limit ? page.last?.id : nil)
    }

    public func job(_ id: ServerJob.ID) async throws -> ServerJob {
        guard let row = try await store.asAccount(key, Self.one(id)).first else { throw StoreError.notFound }
        return try ServerJob(row)
    }

    /// Gives a dead job all its attempts again, and returns it as it stands then.
    public func retry(_ id: ServerJob.ID) async throws -> ServerJob {
        try await change(
            id, "SELECT administered_retry(\(id)) AS changed",
            refusal: .conflict(type: "job-not-dead", detail: "Only a dead job runs again, and only where no open job stands for it."))
    }

    /// Ends an open job as dead. A run under way can write nothing any more.
    public func bury(_ id: ServerJob.ID, reason: String) async throws -> ServerJob {
        try await change(
            id, "SELECT administered_burial(\(id), \(reason)) AS changed",
            refusal: .conflict(type: "job-ended", detail: "This job has ended already."))
    }

    /// One entry for each queue with jobs that are open, dead or done within the hour.
    public func queues() async throws -> [QueueFigures] {
        try await store.asAccount(key, "SELECT * FROM job_statistics(own_households()) WHERE is_administrator()").map(QueueFigures.init)
    }

    private func change(_ id: ServerJob.ID, _ statement: SQL, refusal: StoreError) async throws -> ServerJob {
        let rows = try await store.pool.pipeline([Caller.account(key), statement, Self.one(id)])
        if rows[0].isEmpty { throw StoreError.signedOut }
        guard let row = rows[2].first else { throw StoreError.notFound }
        guard try rows[1].first?["changed"] == true else { throw refusal }
        return try ServerJob(row)
    }

    private static func one(_ id: ServerJob.ID) -> SQL { "SELECT * FROM administered_job_by_id(\(id))" }
}

extension Store {
    /// The administrator's part, for the session of an administrator. Throws `notFound` for everybody else's:
    /// they are not to tell it from what is not there.
    public func administration(_ key: SessionKey) async throws -> Administration {
        guard try await asAccount(key, "SELECT is_administrator() AS allowed").first?["allowed"] == true else { throw StoreError.notFound }
        return Administration(store: self, key: key)
    }
}

extension ServerJob {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], household: try row["household_id"], kind: try row["kind"], queue: try row["queue"], state: try row["state"],
            attempt: try row["attempt"], attempts: try row["max_attempts"], created: try row["created_at"], due: try row["due_at"],
            started: try row["started_at"], ended: try row["finished_at"], reason: try row["reason"])
    }
}

extension QueueFigures {
    fileprivate init(_ row: Row) throws {
        self.init(queue: try row["queue"])
        due = try row["waiting"]
        later = try row["delayed"]
        handedOver = try row["published"]
        running = try row["running"]
        dead = try row["dead"]
        retried = try row["retried"]
        oldestAge = try row["oldest_age"]
        attempts = try row["attempts"]
        done = try row["done"]
        died = try row["died"]
        medianRun = try row["median_run"]
        slowestRun = try row["slowest_run"]
    }
}
