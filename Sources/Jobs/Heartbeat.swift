import Foundation
import PostgreSQL
import ServiceKit

/// Renews the leases of this process from a thread and a connection of its own: work that occupies every
/// other thread cannot hold it up, so a job that runs long is not taken for one that died.
final class Heartbeat: Sendable {
    private static let tick = Duration.milliseconds(250)
    private static let queryLimit = Duration.seconds(3)
    /// How much longer than its deadline and the patience with it a lease may last: time to write the outcome
    /// before another worker may take the job.
    private static let slack = Duration.seconds(5)

    private let conninfo: String
    private let leases: Leases
    private let lease: Duration
    private let patience: Duration
    private let handedBack = DispatchSemaphore(value: 0)

    init(conninfo: String, leases: Leases, lease: Duration, patience: Duration) {
        self.conninfo = conninfo
        self.leases = leases
        self.lease = lease
        self.patience = patience
    }

    /// Goes on until the leases are stopped. Not a child of the caller: running jobs need it in their grace.
    func start() {
        let thread = OwnThread(label: "job-heartbeat")
        Task(executorPreference: thread) {
            await self.run()
            thread.stop()
        }
    }

    /// Blocks the calling thread until what else this process runs was handed back, or for at most `limit`.
    func waitForHandBack(atMost limit: Duration) { _ = handedBack.wait(timeout: .now() + limit.seconds) }

    private func run() async {
        var connection: Connection?
        var next = ContinuousClock.now
        var failures = 0
        while !leases.isStopped {
            // Blocks this thread on purpose: `Task.sleep` would come back through the cooperative pool.
            leases.pause(Self.tick)
            do {
                if let hung = leases.hung {
                    defer { handedBack.signal() }
                    return try await handBack(beforeExitFor: hung, connected(&connection))
                }
                guard ContinuousClock.now >= next, !leases.all.isEmpty else { continue }
                next = .now + lease / 3
                try await renew(connected(&connection))
                failures = 0
            } catch {
                connection = nil
                failures += 1
                next = .now + min(lease / 3, .seconds(1))
                if failures == 1 { Logger.current.log(.warning, "leases could not be renewed", details(of: error)) }
            }
        }
    }

    private func connected(_ connection: inout Connection?) async throws -> Connection {
        if let connection { return connection }
        let fresh = try await Connection.connect(conninfo)
        connection = fresh
        return fresh
    }

    private func renew(_ connection: Connection) async throws {
        let running = leases.all
        let (ids, tokens) = (running.map(\.job), running.map(\.token))
        // A row that is locked is being finished or enqueued again this moment: it is left out, or one
        // slow transaction would cost the leases of all. The lease never outlives the deadline.
        let rows = try await connection.query("""
            WITH held AS (
                SELECT id, token FROM job WHERE id = ANY (\(ids)::uuid[]) AND token = ANY (\(tokens)::uuid[])
            ), free AS (
                SELECT id FROM job WHERE id = ANY (\(ids)::uuid[]) AND token = ANY (\(tokens)::uuid[])
                FOR UPDATE SKIP LOCKED
            ), renewed AS (
                UPDATE job SET state = 'running', lease_until = least(
                    now() + make_interval(secs => \(lease.seconds)::float8),
                    deadline + make_interval(secs => \((patience + Self.slack).seconds)::float8))
                FROM free WHERE job.id = free.id
            )
            SELECT token FROM held
            """, within: Self.queryLimit)
        let held = Set(try rows.map { try $0["token"] as UUID })
        for lost in leases.lose(tokens.filter { !held.contains($0) }) {
            Logger.current.log(.warning, "lost the lease of a running job", ["job": "\(lost.job)", "kind": lost.kind])
        }
    }

    private func handBack(beforeExitFor hung: UUID, _ connection: Connection) async throws {
        let reason = "ran past its deadline and ignored its cancellation"
        let outcomes = leases.all.map { lease in
            guard lease.token == hung else { return Outcome(lease, .handBack) }
            return Outcome(lease, lease.isLastAttempt ? .dead(reason: reason) : .retry(after: .seconds(1), reason: reason))
        }
        _ = try await connection.query(try Outcome.store(outcomes), within: Self.queryLimit)
    }
}
