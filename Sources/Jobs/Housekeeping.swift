import Foundation
import PostgreSQL
import Redis
import ServiceKit

/// What each worker does beside its jobs: takes over what dead ones left, keeps the streams clean, forgets old
/// history, and says that it is well.
struct Housekeeping: Sendable {
    let queues: [String]
    let consumer: String
    let settings: Worker.Settings
    let streams: JobStreams
    let pool: Pool
    let leases: Leases
    let health: HealthFile?

    private static let purgeBatch = 1000
    private static let reclaimBatch = 100

    /// Removes consumers that have nothing pending: `XGROUP DELCONSUMER` would drop what they have.
    ///
    /// KEYS 1: stream. ARGV 1: group, 2: smallest idle time in ms, 3: a consumer to remove whatever its idle
    /// time. Returns how many were removed.
    private static let removeConsumers = """
        local removed = 0
        for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
            local c = {}
            for i = 1, #fields, 2 do c[fields[i]] = fields[i + 1] end
            if c.pending == 0 and (c.idle >= tonumber(ARGV[2]) or c.name == ARGV[3]) then
                redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], c.name)
                removed = removed + 1
            end
        end
        return removed
        """

    /// Removes the entries before the first that somebody has yet to read or to acknowledge. Ours are deleted as
    /// they are acknowledged; those that others acknowledged would stay, and be counted for jobs that Redis still has.
    ///
    /// KEYS 1: stream. ARGV 1: group. Returns how many were removed.
    private static let trim = """
        if redis.call('XLEN', KEYS[1]) == 0 then return 0 end
        local pending = redis.call('XPENDING', KEYS[1], ARGV[1])
        if pending[1] > 0 then return redis.call('XTRIM', KEYS[1], 'MINID', pending[2]) end
        for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
            local g = {}
            for i = 1, #fields, 2 do g[fields[i]] = fields[i + 1] end
            if g.name == ARGV[1] then
                local ms, sequence = g['last-delivered-id']:match('(%d+)-(%d+)')
                return redis.call('XTRIM', KEYS[1], 'MINID', string.format('%s-%d', ms, sequence + 1))
            end
        end
        return 0
        """

    func run() async {
        let redis = RedisConnection(streams.address)
        await checkEviction(redis)
        var backoff = Backoff()
        var nextCleaning = ContinuousClock.now + settings.cleaning * Double.random(in: 0.1...1)
        var nextPurge = ContinuousClock.now + settings.purge * Double.random(in: 0.1...1)
        while !Task.isCancelled {
            do {
                _ = try await pool.query("SELECT 1 AS alive")
                _ = try await redis.send(["PING"])
                health?.touch()
                for queue in queues {
                    try await keepPending(queue, redis)
                    try await reclaim(queue, redis)
                }
                if .now >= nextCleaning {
                    nextCleaning = .now + settings.cleaning
                    for queue in queues {
                        try await removeConsumers(of: queue, idle: settings.consumerIdle, redis)
                        _ = try await redis.send(["EVAL", Self.trim, "1", streams.key(queue), JobStreams.group])
                    }
                }
                if .now >= nextPurge {
                    nextPurge = .now + settings.purge
                    try await purge()
                }
                backoff.reset()
                try? await Task.sleep(for: settings.housekeeping * Double.random(in: 0.8...1.2))
            } catch RedisError.refused(let text) where text.hasPrefix("NOGROUP") || text.hasPrefix("ERR no such key") {
                // The reader makes the group again.
                await backoff.pause()
            } catch {
                guard !Task.isCancelled else { break }
                Logger.current.log(.warning, "housekeeping failed", details(of: error))
                await backoff.pause()
            }
        }
    }

    /// The last thing a worker does: its name will not come back.
    func leave() async {
        health?.remove()
        let redis = RedisConnection(streams.address)
        // The first failure ends it: what stays behind is removed by others, and a stop is in a hurry.
        try? await { for queue in queues { try await removeConsumers(of: queue, named: consumer, redis) } }()
    }

    /// Jobs are safe without it, but an eviction policy that drops streams makes every one of them late.
    private func checkEviction(_ redis: RedisConnection) async {
        guard let policy = try? await redis.send(["CONFIG", "GET", "maxmemory-policy"]).elements.last?.text,
            policy != "noeviction"
        else { return }
        Logger.current.log(.error, "Redis may evict queues: set maxmemory-policy to noeviction", ["policy": policy])
    }

    /// Shows others that the entries of running jobs are in living hands.
    private func keepPending(_ queue: String, _ redis: RedisConnection) async throws {
        let entries = leases.all.filter { $0.queue == queue }.map(\.entry)
        guard !entries.isEmpty else { return }
        _ = try await redis.send(RedisCommand(["XCLAIM", streams.key(queue), JobStreams.group, consumer, "0"] + entries + ["JUSTID"]))
    }

    /// Entries of dead consumers. They are removed, and their jobs published anew where nobody has them: what
    /// had been claimed follows when its lease is over. Entries deleted by others leave the pending list here.
    private func reclaim(_ queue: String, _ redis: RedisConnection) async throws {
        let idle = Int((settings.lease * 2).seconds * 1000)
        var cursor = "0-0"
        repeat {
            let reply = try await redis.send([
                "XAUTOCLAIM", streams.key(queue), JobStreams.group, consumer, "\(idle)", cursor, "COUNT", "\(Self.reclaimBatch)",
            ]).elements
            guard reply.count >= 2 else { return }
            cursor = reply[0].text ?? "0-0"
            let running = Set(leases.all.map(\.entry))
            let entries = StreamEntry.list(reply[1]).filter { !running.contains($0.entry) }
            if !entries.isEmpty {
                try await Claim.putBack(entries.compactMap(\.job), on: pool)
                _ = try await redis.pipeline(streams.remove(entries.map(\.entry), from: queue))
                Logger.current.log(.notice, "took over entries of a dead worker", ["queue": queue, "entries": "\(entries.count)"])
            }
            if reply.count > 2, !reply[2].elements.isEmpty {
                Logger.current.log(.notice, "entries were deleted before they were acknowledged", ["queue": queue, "entries": "\(reply[2].elements.count)"])
            }
        } while cursor != "0-0" && !Task.isCancelled
    }

    private func removeConsumers(of queue: String, idle: Duration? = nil, named name: String = "", _ redis: RedisConnection) async throws {
        let idle = idle.map { Int($0.seconds * 1000) } ?? Int.max >> 11
        _ = try await redis.send(["EVAL", Self.removeConsumers, "1", streams.key(queue), JobStreams.group, "\(idle)", name])
    }

    private func purge() async throws {
        // Written out, not a parameter: only then is it plain to the planner that the partial index serves.
        let histories: [(SQL, Duration)] = [("state = 'done'", settings.keepDone), ("state = 'dead'", settings.keepDead)]
        for (ended, age) in histories {
            var removed = Self.purgeBatch
            // Several workers may purge: what another one deletes is skipped.
            while removed == Self.purgeBatch, !Task.isCancelled {
                removed = try await pool.execute("""
                    DELETE FROM job WHERE ctid = ANY (ARRAY(
                        SELECT ctid FROM job WHERE \(ended) AND finished_at < now() - make_interval(secs => \(age.seconds)::float8)
                        ORDER BY finished_at LIMIT \(Self.purgeBatch)::int FOR UPDATE SKIP LOCKED))
                    """)
            }
        }
    }
}
