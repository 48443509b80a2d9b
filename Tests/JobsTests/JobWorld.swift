import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import Redis
import ServiceKit
import TestSupport
import Testing

/// A database and a part of Redis for one test, with the pools of both roles.
struct JobWorld: Sendable {
    let household = UUID.v7()
    let owner: Pool
    let api: Pool
    let worker: Pool
    let streams: JobStreams
    let redis: RedisAddress
    let prefix: String
    private let database: String

    /// Gives `body` a world of its own, and takes it down however `body` ends.
    static func run(redis other: RedisAddress? = nil, _ body: (JobWorld) async throws -> Void) async throws {
        try await TestDatabase.withCopy { name in
            let world = try JobWorld(database: name, redis: other)
            let outcome: Result<Void, any Error>
            do {
                try await world.makeEffects()
                outcome = .success(try await body(world))
            } catch { outcome = .failure(error) }
            for pool in [world.owner, world.api, world.worker] { await pool.close() }
            let keys = try await RedisConnection(world.redis).send(["KEYS", "\(world.prefix):*"]).elements.compactMap(\.text)
            if !keys.isEmpty { try await RedisConnection(world.redis).send(RedisCommand(["DEL"] + keys)) }
            try outcome.get()
        }
    }

    private init(database: String, redis other: RedisAddress?) throws {
        self.database = database
        let text = ProcessInfo.processInfo.environment["MANTEL_TEST_REDIS"] ?? "127.0.0.1:63790"
        redis = try other ?? #require(RedisAddress(text), "MANTEL_TEST_REDIS is not the address of a Redis server")
        prefix = "test-\(database)"
        streams = JobStreams(redis, prefix: prefix)
        // What only the test asks may take its time.
        var patient = PoolLimits(connections: 4, acquireTimeout: .seconds(60))
        patient.queryTimeout = .seconds(60)
        owner = Pool(Self.postgres(database), limits: patient, session: SessionSettings(statementTimeout: .seconds(55)))
        api = Pool(Self.postgres(database, user: "mantel_api"), limit: 4)
        worker = Pool(Self.postgres(database, user: "mantel_worker"), limit: 12)
    }

    static func postgres(_ database: String? = nil, user: String? = nil) -> String {
        let base = ProcessInfo.processInfo.environment["MANTEL_TEST_POSTGRES"] ?? "host=127.0.0.1 port=54329 user=postgres"
        return base + (database.map { " dbname=\($0)" } ?? "") + (user.map { " user=\($0)" } ?? "")
    }

    var conninfo: String { Self.postgres(database, user: "mantel_worker") }

    private func makeEffects() async throws {
        // No key: an effect that happened twice must be seen, not refused.
        _ = try await owner.query("CREATE TABLE effect (job_id uuid NOT NULL, label int NOT NULL, attempt int NOT NULL, process int NOT NULL)")
        _ = try await owner.query("GRANT INSERT, SELECT ON effect TO mantel_worker")
    }

    // MARK: acting

    /// Enqueues as the API does, in the part of the world's household.
    @discardableResult
    func enqueue(_ job: some Job, due: Due = .now, key: String? = nil) async throws -> UUID {
        try await api.transaction { [household] transaction in
            _ = try await transaction.query("SELECT set_config('mantel.household', \(household.uuidString), true) AS set")
            return try await transaction.enqueue(job, household: household, due: due, key: key)
        }
    }

    func relay(share: Int = 8) -> Relay {
        var settings = Relay.Settings()
        settings.share = share
        settings.poll = .milliseconds(500)
        settings.repairAfter = .seconds(2)
        settings.repairEvery = .seconds(1)
        return Relay(pool: api, listening: Self.postgres(database, user: "mantel_api"), streams: streams, settings: settings)
    }

    static var quick: Worker.Settings {
        var settings = Worker.Settings()
        settings.lease = .seconds(2)
        settings.grace = .seconds(2)
        settings.block = .milliseconds(300)
        settings.housekeeping = .milliseconds(500)
        settings.unknownPause = .seconds(1)
        settings.cleaning = .milliseconds(500)
        return settings
    }

    func makeWorker(lanes: Int = 4, kinds: [any Job.Type] = [], settings: Worker.Settings = quick) -> Worker {
        Worker([.init("probe", lanes: lanes)], kinds: kinds, pool: worker, conninfo: conninfo, streams: streams, settings: settings)
    }

    /// Runs services while `body` runs, then cancels them and waits for their end.
    func running(_ services: [any Service], _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// A worker in a process of its own.
    func startProbe(lease: Double = 2, lanes: Int = 4, crashingOn job: UUID? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "job-probe")
        process.environment = [
            "PROBE_DATABASE": conninfo, "PROBE_REDIS": "\(redis.host):\(redis.port)", "PROBE_PREFIX": prefix,
            "PROBE_LEASE": "\(lease)", "PROBE_LANES": "\(lanes)",
        ]
        process.environment?["MANTEL_CRASH_JOB"] = job?.uuidString
        // Its log is seen when a test is being looked into.
        if ProcessInfo.processInfo.environment["PROBE_LOG"] == nil { process.standardError = FileHandle.nullDevice }
        try process.run()
        return process
    }

    // MARK: looking

    func job(_ id: UUID) async throws -> JobRecord { try #require(try await JobAdministration(pool: worker).show(id)) }

    func jobs(_ condition: SQL) async throws -> Int {
        try await owner.query("SELECT count(*) AS jobs FROM job WHERE " + condition).first?["jobs"] ?? 0
    }

    var effects: Int { get async throws { try await owner.query("SELECT count(*) AS effects FROM effect").first?["effects"] ?? 0 } }

    /// Effects of jobs that had more than one.
    var repeatedEffects: Int {
        get async throws {
            try await owner.query("SELECT count(*) - count(DISTINCT job_id) AS repeated FROM effect").first?["repeated"] ?? 0
        }
    }

    var entries: Int { get async throws { try await RedisConnection(redis).send(["XLEN", "\(prefix):{probe}"]).integer ?? 0 } }

    /// Waits until `condition` holds; records an issue where it does not within `limit`, which no busy machine
    /// should reach.
    func until(
        _ words: Comment, within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while .now < end {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record(words, sourceLocation: sourceLocation)
    }
}
