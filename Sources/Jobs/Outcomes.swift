import Foundation
import PostgreSQL
import Redis
import ServiceKit

/// Writes the outcomes of runs, many in one transaction when they come together: while one batch is being
/// written, the next gathers.
actor Outcomes {
    private struct Waiting {
        var outcome: Outcome
        var stored: CheckedContinuation<Bool, Never>
    }

    private let pool: Pool
    private let redis: RedisConnection
    private let streams: JobStreams
    private var gathered: [Waiting] = []
    private var writing = false
    private var read: [String: [String]] = [:]
    private var removing = false

    init(pool: Pool, streams: JobStreams) {
        self.pool = pool
        self.streams = streams
        redis = RedisConnection(streams.address)
    }

    /// Returns once PostgreSQL has the outcome, however long it is away; false where the token held no more.
    func store(_ outcome: Outcome) async -> Bool {
        await withCheckedContinuation { continuation in
            gathered.append(Waiting(outcome: outcome, stored: continuation))
            if !writing {
                writing = true
                Task { await write() }
            }
        }
    }

    private func write() async {
        var backoff = Backoff()
        while !gathered.isEmpty {
            let batch = gathered
            gathered = []
            while true {
                do {
                    let rows = try await pool.query(try Outcome.store(batch.map(\.outcome)))
                    let held = Set(try rows.map { try $0["id"] as UUID })
                    for waiting in batch { waiting.stored.resume(returning: held.contains(waiting.outcome.job)) }
                    backoff.reset()
                    break
                } catch {
                    Logger.current.log(.warning, "outcomes of jobs could not be written", details(of: error, ["jobs": "\(batch.count)"]))
                    await backoff.pause()
                }
            }
        }
        writing = false
    }

    /// Takes entries out of their stream, some time soon. An entry that stays is found not to be claimable
    /// later and is removed then.
    func remove(_ entries: [String], from queue: String) {
        guard !entries.isEmpty else { return }
        read[queue, default: []] += entries
        guard !removing else { return }
        removing = true
        Task { await removeEntries() }
    }

    private func removeEntries() async {
        while !read.isEmpty {
            let batch = read
            read = [:]
            _ = try? await redis.pipeline(batch.flatMap { streams.remove($0.value, from: $0.key) })
        }
        removing = false
    }

    /// Returns when everything handed in so far was written or given up.
    func drain() async {
        while writing || removing, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
    }
}
