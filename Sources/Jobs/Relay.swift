import Foundation
public import PostgreSQL
import Redis
public import ServiceKit

/// Hands the ids of due jobs to Redis. Any number may run beside each other.
///
/// Ids are added before the transaction that marks them commits: whatever fails between, the rows stay
/// due and are handed over again. A worker meets an id twice without harm, but one that is lost would wait.
public struct Relay: Service {
    public struct Settings: Sendable {
        /// Rows of one transaction.
        public var batch = 500
        /// Unclaimed ids of one household in one queue that Redis holds at once: a neighbour's job waits behind
        /// so many, however many there are.
        public var share = 8
        /// The pause before the next look while jobs are held back: it doubles up to the second as long as no
        /// worker makes room.
        public var pace = (Duration.milliseconds(4), Duration.milliseconds(250))
        /// The longest a due job waits where no notification came.
        public var poll = Duration.seconds(1)
        /// How long a published job may stay unclaimed before Redis is asked whether it still has it.
        public var repairAfter = Duration.seconds(60)
        public var repairEvery = Duration.seconds(15)
        public init() {}

        /// - Parameter lease: that of the workers. An id that Redis lost is missed after about twice as long.
        public init(lease: Duration) {
            repairAfter = lease * 2
            repairEvery = lease / 2
        }
    }

    private let pool: Pool
    private let conninfo: String
    private let streams: JobStreams
    private let settings: Settings

    /// - Parameters:
    ///   - pool: borrows one connection while it works.
    ///   - conninfo: for the connection that listens.
    public init(pool: Pool, listening conninfo: String, streams: JobStreams, settings: Settings = Settings()) {
        self.pool = pool
        self.conninfo = conninfo
        self.streams = streams
        self.settings = settings
    }

    public func run() async throws {
        // Wake-ups that come during a round are one further round.
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in Notifications(conninfo, channels: ["mantel_job"]).events() { wake.yield() }
            }
            group.addTask {
                while !Task.isCancelled {
                    wake.yield()
                    try? await Task.sleep(for: settings.poll * Double.random(in: 0.8...1.0))
                }
            }
            group.addTask { await publish(on: wakes) }
            group.addTask { await repair() }
        }
    }

    private func publish(on wakes: AsyncStream<Void>) async {
        let redis = RedisConnection(streams.address)
        var backoff = Backoff()
        for await _ in wakes {
            do {
                try await publishDue(redis)
                backoff.reset()
            } catch {
                await report(error, "due jobs stay where they are", &backoff)
            }
        }
    }

    /// Publishes until nothing is due that may be published.
    private func publishDue(_ redis: RedisConnection) async throws {
        let take: SQL = "SELECT id, queue FROM take_due_jobs(\(settings.batch)::int, \(settings.share)::int)"
        var pause = settings.pace.0
        while !Task.isCancelled {
            let round = try await publishBatch(redis, taking: take)
            if round.isFull { continue }
            guard round.heldBack else { return }
            pause = round.published > 0 ? settings.pace.0 : min(pause * 2, settings.pace.1)
            try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))
        }
    }

    /// Publishes again what Redis lost: jobs published before the entry that is next in line, which nobody claimed.
    /// Both ages are taken by the clock that gave them, so a backlog that is merely slow is not doubled.
    private func repair() async {
        let redis = RedisConnection(streams.address)
        let age = settings.repairAfter.seconds
        var backoff = Backoff()
        while !Task.isCancelled {
            try? await Task.sleep(for: settings.repairEvery * Double.random(in: 0.8...1.2))
            do {
                for row in try await pool.query("SELECT queue FROM stale_queues(make_interval(secs => \(age)::float8))") {
                    let queue: String = try row["queue"]
                    let waiting = Double(try await redis.send(streams.frontAge(queue)).integer ?? 0) / 1000
                    let take: SQL = """
                        SELECT id, queue FROM take_lost_jobs(ARRAY[\(queue)::text],
                            make_interval(secs => \(age + waiting)::float8), \(settings.batch)::int)
                        """
                    var round = try await publishBatch(redis, taking: take), published = round.published
                    while round.isFull {
                        round = try await publishBatch(redis, taking: take)
                        published += round.published
                    }
                    guard published > 0 else { continue }
                    Logger.current.log(.warning, "Redis lost entries of jobs, published them again", ["queue": queue, "jobs": "\(published)"])
                }
                backoff.reset()
            } catch {
                await report(error, "lost jobs could not be looked for", &backoff)
            }
        }
    }

    /// What one transaction handed over.
    private struct Round {
        var published = 0
        /// There may be more of the same.
        var isFull = false
        /// More is due, but its household has its share in Redis already.
        var heldBack = false
    }

    private func publishBatch(_ redis: RedisConnection, taking take: SQL) async throws -> Round {
        try await pool.transaction { transaction in
            var jobs: [(id: UUID, queue: String)] = []
            var round = Round()
            for row in try await transaction.query(take) {
                guard let id = try row["id"] as UUID? else { round.heldBack = true; continue }
                jobs.append((id, try row["queue"]))
            }
            guard !jobs.isEmpty else { return round }
            let replies = try await redis.pipeline(jobs.map { streams.add($0.id, to: $0.queue) })
            CrashPoint.reach(.afterPublish)
            var added: [UUID] = []
            var refusal: String?
            for (job, reply) in zip(jobs, replies) {
                if case .error(let text) = reply { refusal = text } else { added.append(job.id) }
            }
            // One queue whose key is spoilt must not hold back the others.
            if added.isEmpty, let refusal { throw RedisError.refused(refusal) }
            _ = try await transaction.query("SELECT mark_published(\(added)::uuid[])")
            if let refusal { Logger.current.log(.error, "Redis refused entries of jobs", ["reason": refusal]) }
            round.published = added.count
            round.isFull = refusal == nil && jobs.count >= settings.batch
            return round
        }
    }

    private func report(_ error: any Error, _ message: StaticString, _ backoff: inout Backoff) async {
        guard !Task.isCancelled else { return }
        Logger.current.log(.warning, message, details(of: error, ["failures": "\(backoff.failures + 1)"]))
        await backoff.pause()
    }
}
