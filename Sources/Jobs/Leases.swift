import Dispatch
import Foundation
import Synchronization

/// One claimed job and the run that works on it.
struct Lease: Sendable {
    var job: UUID
    /// The fence: only its holder may write the outcome.
    var token: UUID
    var kind: String
    var queue: String
    var entry: String
    var isLastAttempt: Bool
    var deadline: ContinuousClock.Instant
    var cancel: (@Sendable () -> Void)?
    var expired = false
    /// The outcome is being written: the token may be gone from the row already.
    var settling = false
}

/// The jobs this process runs now. A lock instead of an actor: the heartbeat and the watchdog look here from
/// threads of their own while every thread of the cooperative pool may be busy.
final class Leases: Sendable {
    private struct State {
        var running: [UUID: Lease] = [:]
        var hung: UUID?
        var stopped = false
    }

    private let state = Mutex(State())
    private let stopping = DispatchSemaphore(value: 0)

    var all: [Lease] { state.withLock { Array($0.running.values) } }
    var isStopped: Bool { state.withLock(\.stopped) }
    /// The run that outlived its deadline and its cancellation.
    var hung: UUID? { state.withLock(\.hung) }

    func add(_ lease: Lease) { state.withLock { $0.running[lease.token] = lease } }

    /// Sets how the run is cancelled. Where it should have been cancelled already, it is now.
    func started(_ token: UUID, cancel: @escaping @Sendable () -> Void) {
        let late = state.withLock { state in
            state.running[token]?.cancel = cancel
            return state.running[token]?.expired ?? false
        }
        if late { cancel() }
    }

    /// False where the lease has been given up meanwhile: its outcome counts no more.
    func beginSettling(_ token: UUID) -> Bool {
        state.withLock { state in
            guard state.running[token] != nil else { return false }
            state.running[token]?.settling = true
            return true
        }
    }

    /// The outcome could not be written; the run goes on under its lease.
    func endSettling(_ token: UUID) { state.withLock { $0.running[token]?.settling = false } }

    func remove(_ token: UUID) { state.withLock { $0.running[token] = nil } }

    /// How long an outcome that is being written is waited for.
    private static let settlingLimit = Duration.seconds(1)

    /// Whether a run of this job is under way here. Where its outcome is just being written, that is waited for: until
    /// then nobody knows.
    func isRunning(_ job: UUID) async -> Bool {
        let limit = ContinuousClock.now + Self.settlingLimit
        while let lease = all.first(where: { $0.job == job }) {
            guard lease.settling, .now < limit else { return !lease.settling }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// Gives a run that had to wait its whole time.
    func extend(_ token: UUID, to deadline: ContinuousClock.Instant) { state.withLock { $0.running[token]?.deadline = deadline } }

    func isExpired(_ token: UUID) -> Bool { state.withLock { $0.running[token]?.expired ?? false } }

    /// Cancels the runs of leases that somebody else has now.
    func lose(_ tokens: some Sequence<UUID>) -> [Lease] {
        let lost = state.withLock { state in
            tokens.compactMap { token -> Lease? in
                guard let lease = state.running[token], !lease.settling else { return nil }
                return state.running.removeValue(forKey: token)
            }
        }
        for lease in lost { lease.cancel?() }
        return lost
    }

    /// Cancels the runs past their deadline, and names one that is still there after `patience`.
    func enforceDeadlines(patience: Duration) -> UUID? {
        let now = ContinuousClock.now
        let (expired, hung) = state.withLock { state in
            var expired: [Lease] = []
            for lease in state.running.values where now >= lease.deadline {
                if !lease.expired {
                    state.running[lease.token]?.expired = true
                    expired.append(lease)
                } else if now >= lease.deadline + patience, state.hung == nil {
                    state.hung = lease.token
                }
            }
            return (expired, state.hung)
        }
        for lease in expired { lease.cancel?() }
        return hung
    }

    func stop() {
        state.withLock { $0.stopped = true }
        // One for the heartbeat, one for the watchdog.
        for _ in 0..<2 { stopping.signal() }
    }

    /// Blocks the calling thread for `limit`, or until `stop`.
    func pause(_ limit: Duration) { _ = stopping.wait(timeout: .now() + limit.seconds) }
}
