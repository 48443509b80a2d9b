import Foundation
import PostgreSQL
import Redis
import ServiceKit

/// Reads the ids of one queue, claims what may run and starts it, as long as a lane is free.
struct QueueReader: Sendable {
    let queue: String
    let lanes: QueueLanes
    let consumer: String
    let settings: Worker.Settings
    let streams: JobStreams
    let runner: Runner
    private let unknown = UnknownKinds()

    /// Entries taken at once, however many lanes are free: what is read here nobody else can read.
    private static let batchLimit = 100

    /// The pause before an empty queue is looked at again for a shared lane: while all its own lanes are busy it
    /// cannot wait in Redis, or a lane would wait with it.
    private static let sharedPause = Duration.milliseconds(50)

    func run() async {
        let redis = RedisConnection(streams.address)
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                switch await lanes.next() {
                case .own(let free): await start(try await read(redis, atMost: min(free, Self.batchLimit)), laneOf: lanes.occupyOwn)
                case .shared:
                    if try await !startOnSharedLane(redis) { try? await Task.sleep(for: Self.sharedPause) }
                case nil: return
                }
                backoff.reset()
            } catch RedisError.refused(let text) where text.hasPrefix("NOGROUP") || text.hasPrefix("UNBLOCKED") {
                await makeGroup(redis, &backoff)
            } catch {
                guard !Task.isCancelled else { break }
                Logger.current.log(.warning, "a queue could not be read", details(of: error, ["queue": queue]))
                await backoff.pause()
            }
        }
    }

    /// False where there was no job for the lane, which is given back then.
    private func startOnSharedLane(_ redis: RedisConnection) async throws -> Bool {
        var isUsed = false
        defer { if !isUsed { lanes.returnShared() } }
        await start(try await read(redis, atMost: 1, waiting: false)) {
            isUsed = true
            return lanes.releaseShared
        }
        return isUsed
    }

    private func read(_ redis: RedisConnection, atMost count: Int, waiting: Bool = true) async throws -> [StreamEntry] {
        let block = waiting ? ["BLOCK", "\(Int(settings.block.seconds * 1000))"] : []
        let reply = try await redis.send(
            RedisCommand(
                ["XREADGROUP", "GROUP", JobStreams.group, consumer, "COUNT", "\(count)"] + block + ["STREAMS", streams.key(queue), ">"]),
            timeout: (waiting ? settings.block : .zero) + RedisConnection.defaultTimeout)
        return reply.elements.first.map { StreamEntry.list($0.elements.last ?? .null) } ?? []
    }

    /// The group is gone, and with it the stream or what it held: whoever makes it again has all of the queue
    /// published again.
    private func makeGroup(_ redis: RedisConnection, _ backoff: inout Backoff) async {
        do {
            _ = try await redis.send(streams.createGroup(queue))
            try await Claim.putBackAll(of: queue, on: runner.pool)
            Logger.current.log(.notice, "made the consumer group of a queue", ["queue": queue])
        } catch RedisError.refused(let text) where text.hasPrefix("BUSYGROUP") {
            // Another worker was quicker.
        } catch {
            Logger.current.log(.warning, "the consumer group of a queue could not be made", details(of: error, ["queue": queue]))
            await backoff.pause()
        }
    }

    /// - Parameter laneOf: takes a lane for one run, and returns what gives it back.
    private func start(_ entries: [StreamEntry], laneOf take: () -> @Sendable () -> Void) async {
        // A process that is about to end takes nothing more; what it has read, others take over.
        guard !entries.isEmpty, runner.leases.hung == nil else { return }
        CrashPoint.reach(.afterRead)
        var byJob: [UUID: String] = [:]
        // A second entry of the same job, or one that is not ours, has nothing to say.
        var superfluous: [String] = []
        for entry in entries {
            guard let job = entry.job, byJob[job] == nil else { superfluous.append(entry.entry); continue }
            byJob[job] = entry.entry
        }
        let isOpen = await runner.seclusion.beginClaiming()
        defer { if isOpen { runner.seclusion.endClaiming() } }
        superfluous += await removeOwn(from: &byJob)
        guard let round = await claim(Array(byJob.keys)) else { return }
        for claim in round.claims {
            guard let entry = byJob.removeValue(forKey: claim.job) else { continue }
            runner.start(claim, entry: entry, queue: queue, ended: take())
        }
        for (job, kind) in round.buried {
            Logger.current.log(.error, "job is dead: its process ended in every attempt", ["job": "\(job)", "kind": kind])
        }
        // PostgreSQL is the record: an id that could not be claimed is done, taken, or will be published again.
        await runner.outcomes.remove(superfluous + byJob.values, from: queue)
        let buried = Set(round.buried.map(\.job))
        await putOffUnknown(byJob.keys.filter { !buried.contains($0) })
    }

    /// Leaves out the jobs that run here, and returns their entries. Their leases ran out while PostgreSQL was away, and
    /// the heartbeat takes them up again: to claim them would do what they have done a second time.
    private func removeOwn(from byJob: inout [UUID: String]) async -> [String] {
        var entries: [String] = []
        for job in byJob.keys where await runner.leases.isRunning(job) {
            if let entry = byJob.removeValue(forKey: job) { entries.append(entry) }
        }
        return entries
    }

    /// Nil where the worker stops before PostgreSQL answers: the entries then stay pending, and another
    /// worker takes them over.
    private func claim(_ jobs: [UUID]) async -> Claim.Round? {
        var backoff = Backoff()
        while true {
            let stopping = Task.isCancelled
            do {
                // In a task of its own: a claim that is cancelled halfway may have been made all the same.
                return try await Task {
                    guard stopping else { return try await take(jobs) }
                    try await Claim.putBack(jobs, on: runner.pool)
                    return Claim.Round()
                }.value
            } catch {
                if stopping { return nil }
                Logger.current.log(.warning, "jobs could not be claimed", details(of: error, ["queue": queue]))
                await backoff.pause()
            }
        }
    }

    private func take(_ jobs: [UUID]) async throws -> Claim.Round {
        let admitted = runner.seclusion.admitSuspect()
        var isTaken = false
        defer { if admitted, !isTaken { runner.seclusion.dismissSuspect() } }
        let round = try await Claim.take(
            jobs, timeouts: runner.handlers.mapValues(\.timeout.seconds), suspects: admitted ? 1 : 0, owner: consumer,
            lease: settings.lease, on: runner.pool)
        isTaken = round.claims.contains(where: \.isSuspect)
        return round
    }

    /// A kind that nobody here knows is for a newer worker: it is kept and comes round again.
    private func putOffUnknown(_ jobs: [UUID]) async {
        guard !jobs.isEmpty,
            let kinds = try? await Claim.putOffUnknown(among: jobs, kinds: Array(runner.handlers.keys), for: settings.unknownPause, on: runner.pool)
        else { return }
        for (kind, met) in kinds {
            guard let count = unknown.met(met, of: kind) else { continue }
            Logger.current.log(.error, "jobs of an unknown kind are kept", ["queue": queue, "kind": kind, "jobs": "\(count)"])
        }
    }
}
