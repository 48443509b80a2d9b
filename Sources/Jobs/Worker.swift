import Foundation
public import PostgreSQL
public import ServiceKit

/// Runs the jobs of some queues until it is cancelled; jobs already running then get `grace` to finish, and
/// the rest is handed back without counting an attempt.
public struct Worker: Service {
    /// A queue and how many of its jobs run at once on lanes of its own: a flood in another never delays them.
    public struct Queue: Sendable {
        public var name: String
        /// At least one.
        public var lanes: Int
        public init(_ name: String, lanes: Int) {
            self.name = name
            self.lanes = lanes
        }
    }

    public struct Settings: Sendable {
        /// How long a job stays claimed without a sign of life: a killed worker's jobs run again after it.
        public var lease = Duration.seconds(30)
        /// How long running jobs have to end once the worker is asked to stop. Less than the service group's.
        public var grace = Duration.seconds(12)
        /// How long a run may go on after its deadline cancelled it, before the process ends (exit 75).
        public var patience = Duration.seconds(10)
        /// The longest a read of a queue waits, and with it a stop.
        public var block = Duration.seconds(2)
        /// When a job of a kind that this worker does not know is offered again.
        public var unknownPause = Duration.seconds(30)
        public var housekeeping = Duration.seconds(5)
        /// When a consumer without pending entries is taken for gone. One that is not makes itself anew.
        public var consumerIdle = Duration.seconds(120)
        /// How often consumers and entries that are of no use any more are removed from the streams.
        public var cleaning = Duration.seconds(10)
        /// How often ended jobs older than the two times below are deleted.
        public var purge = Duration.seconds(60)
        public var keepDone = Duration.seconds(7 * 86400)
        public var keepDead = Duration.seconds(90 * 86400)
        public init() {}
    }

    private let queues: [Queue]
    private let sharedLanes: Int
    private let kinds: [any Job.Type]
    private let pool: Pool
    private let conninfo: String
    private let streams: JobStreams
    private let health: HealthFile?
    private let settings: Settings
    private var handlers: [String: Handler] = [:]
    private var problems: [String] = []

    /// - Parameters:
    ///   - queues: the most urgent first.
    ///   - sharedLanes: beyond the queues' own; each goes to the most urgent queue that has more to do.
    ///   - kinds: all kinds of jobs there are; each of the worker's queues must have a handler by the start.
    ///   - pool: for handlers and bookkeeping; a connection a lane, and two.
    ///   - conninfo: for the heartbeat's own connection.
    public init(
        _ queues: [Queue], sharedLanes: Int = 0, kinds: [any Job.Type], pool: Pool, conninfo: String, streams: JobStreams,
        health: HealthFile? = nil, settings: Settings = Settings()
    ) {
        self.queues = queues
        self.sharedLanes = sharedLanes
        self.kinds = kinds
        self.pool = pool
        self.conninfo = conninfo
        self.streams = streams
        self.health = health
        self.settings = settings
    }

    /// Names who runs a kind of job. The handler may be run more than once for one job (after a crash), so its
    /// effect belongs into `context.finish`, and may be cancelled at its deadline.
    public mutating func handle<J: Job>(_: J.Type, _ body: @escaping @Sendable (J, JobContext) async throws -> Void) {
        if handlers[J.name] != nil || !queues.contains(where: { $0.name == J.queue }) { problems.append(J.name) }
        handlers[J.name] = Handler(retry: J.retry, timeout: J.timeout) { payload, context in
            let job: J
            do { job = try JSONDecoder().decode(J.self, from: payload) } catch {
                // No attempt will read it better; a person can, or a newer release.
                throw JobDecision.bury(reason: "its payload cannot be read: \(error)")
            }
            try await body(job, context)
        }
    }

    /// Throws at once where a handler is missing or misplaced.
    public func run() async throws {
        try checkHandlers()
        let consumer = Self.consumerName()
        let leases = Leases()
        let outcomes = Outcomes(pool: pool, streams: streams)
        let runner = Runner(handlers: handlers, pool: pool, leases: leases, outcomes: outcomes)
        let housekeeping = Housekeeping(
            queues: queues.map(\.name), consumer: consumer, settings: settings, streams: streams, pool: pool, leases: leases, health: health)
        let heartbeat = Heartbeat(conninfo: conninfo, leases: leases, lease: settings.lease, patience: settings.patience)
        Watchdog.start(leases, patience: settings.patience, heartbeat: heartbeat)
        heartbeat.start()
        defer { leases.stop() }

        let shared = SharedLanes(sharedLanes)
        await withDiscardingTaskGroup { group in
            for (rank, queue) in queues.enumerated() {
                let lanes = QueueLanes(own: queue.lanes, rank: rank, shared: shared)
                let reader = QueueReader(
                    queue: queue.name, lanes: lanes, consumer: consumer, settings: settings, streams: streams, runner: runner)
                group.addTask { await reader.run() }
            }
            group.addTask { await housekeeping.run() }
        }
        // Detached, because this task is cancelled and could not wait.
        await Task.detached { [settings, pool] in
            await Self.drain(leases, outcomes, pool: pool, grace: settings.grace)
            await housekeeping.leave()
        }.value
    }

    private func checkHandlers() throws(JobError) {
        if let problem = problems.first { throw .misplacedHandler(problem) }
        let names = Set(queues.map(\.name))
        let unhandled = kinds.filter { names.contains($0.queue) && handlers[$0.name] == nil }.map { $0.name }
        if !unhandled.isEmpty { throw .unhandled(unhandled.sorted()) }
    }

    /// Never the same again, so that a new process does not inherit what an old one left.
    private static func consumerName() -> String {
        let process = ProcessInfo.processInfo
        return "\(process.hostName)-\(process.processIdentifier)-\(UInt32.random(in: 0...UInt32.max))"
    }

    private static func drain(_ leases: Leases, _ outcomes: Outcomes, pool: Pool, grace: Duration) async {
        let end = ContinuousClock.now + grace
        while !leases.all.isEmpty, .now < end { try? await Task.sleep(for: .milliseconds(20)) }
        let left = leases.lose(leases.all.map(\.token))
        if !left.isEmpty {
            do {
                _ = try await pool.query(try Outcome.store(left.map { Outcome($0, .handBack) }))
                Logger.current.log(.notice, "handed running jobs back", ["jobs": "\(left.count)"])
            } catch {
                Logger.current.log(.warning, "running jobs could not be handed back, their leases will end", details(of: error))
            }
            for lease in left { await outcomes.remove([lease.entry], from: lease.queue) }
        }
        // Bounded: outcomes that cannot be written now are left to the end of their leases.
        try? await withDeadline(.seconds(3)) { await outcomes.drain() }
    }
}
