import ServiceKit
import Synchronization

/// A bounded set of connections, lent to one caller at a time, oldest waiter first.
///
/// It connects when somebody asks, discards connections that broke, and heals by itself after the server was away.
public final class Pool: Sendable {
    /// Numbers for a health page or metrics.
    public struct Status: Sendable {
        public var open: Int
        public var lent: Int
        public var waiting: Int
    }

    private struct Shared: Sendable {
        var state: PoolState<Connection>
        var continuations: [Int: CheckedContinuation<Lease, any Error>] = [:]
        var nextWaiter = 0
        var lastFailure: PostgreSQLError?
        /// When the running timer fires; nil where none runs.
        var timer: Duration?
        /// Callers of `close`.
        var drained: [CheckedContinuation<Void, Never>] = []
    }

    typealias Lease = PoolState<Connection>.Lease

    /// The pool in which this task holds a transaction: asking it for a second connection could wait for itself.
    @TaskLocal private static var holder: ObjectIdentifier?

    public let limits: PoolLimits
    private let conninfo: String
    private let session: SessionSettings
    private let start = ContinuousClock.now
    private let shared: Mutex<Shared>

    /// Connects to nothing yet.
    public init(_ conninfo: String, limits: PoolLimits, session: SessionSettings = .init()) {
        self.conninfo = conninfo
        self.limits = limits
        self.session = session
        shared = Mutex(Shared(state: PoolState(limits)))
    }

    public convenience init(_ conninfo: String, limit: Int, acquireTimeout: Duration = .seconds(2)) {
        self.init(conninfo, limits: PoolLimits(connections: limit, acquireTimeout: acquireTimeout))
    }

    public var status: Status {
        shared.withLock { Status(open: $0.state.open, lent: $0.state.lentCount, waiting: $0.state.waitingCount) }
    }

    /// Runs one statement in a transaction of its own.
    ///
    /// - Throws: `PostgreSQLError`, `PoolTimeout`, `PoolClosed`, or `CancellationError`.
    public func query(_ sql: SQL, within limit: Duration? = nil) async throws -> [Row] {
        try await batch([sql], within: limit).last?.rows ?? []
    }

    /// Runs one statement in a transaction of its own; the number of rows it touched.
    @discardableResult
    public func execute(_ sql: SQL, within limit: Duration? = nil) async throws -> Int {
        try await batch([sql], within: limit).last?.affected ?? 0
    }

    /// Runs statements as one transaction in one round trip; the rows of each. An error rolls all of them back, and
    /// is that of the first statement that failed.
    public func pipeline(_ statements: [SQL], within limit: Duration? = nil) async throws -> [[Row]] {
        try await batch(statements, within: limit).map(\.rows)
    }

    /// Runs `body` in a transaction, which commits when it returns and rolls back when it throws.
    ///
    /// `BEGIN` and the prelude travel with the first statement, so a transaction that only reads once costs two
    /// round trips, and none when nothing is asked. Inside `body` use only the transaction it is given.
    ///
    /// - Parameters:
    ///   - prelude: runs first in the transaction, such as the one that says who is asking.
    ///   - retry: runs `body` once more, from the start, after a serialization failure or a deadlock.
    public func transaction<T: Sendable>(
        isolation: Isolation = .readCommitted, prelude: SQL? = nil, retry: Bool = true, within limit: Duration? = nil,
        _ body: @Sendable (Transaction) async throws -> T
    ) async throws -> T {
        do {
            return try await attempt(isolation, prelude, limit, body)
        } catch let error as PostgreSQLError where retry && error.isTransient {
            return try await attempt(isolation, prelude, limit, body)
        }
    }

    /// Refuses new callers, and returns when every lent connection is back and closed.
    public func close() async {
        apply(shared.withLock { $0.state.close() })
        await withCheckedContinuation { continuation in
            let done = shared.withLock { shared in
                if shared.state.lentCount == 0 { return true }
                shared.drained.append(continuation)
                return false
            }
            if done { continuation.resume() }
        }
    }

    private func batch(_ statements: [SQL], within limit: Duration?) async throws -> [QueryResult] {
        let lease = try await acquire()
        let reply = await lease.item.perform(statements, within: limit ?? limits.queryTimeout)
        release(lease, usable: reply.condition == .idle)
        return try reply.getOrCancel()
    }

    private func attempt<T: Sendable>(
        _ isolation: Isolation, _ prelude: SQL?, _ limit: Duration?, _ body: @Sendable (Transaction) async throws -> T
    ) async throws -> T {
        let lease = try await acquire()
        let transaction = Transaction(lease.item, opening: [isolation.begin] + (prelude.map { [$0] } ?? []), within: limit ?? limits.queryTimeout)
        do {
            let value = try await Pool.$holder.withValue(ObjectIdentifier(self)) { try await body(transaction) }
            try await transaction.commit()
            release(lease, usable: transaction.isReusable)
            return value
        } catch {
            await transaction.rollback()
            release(lease, usable: transaction.isReusable)
            throw error
        }
    }

    // MARK: Lending

    private var now: Duration { start.duration(to: .now) }

    private func acquire() async throws -> Lease {
        if Pool.holder == ObjectIdentifier(self) {
            throw PostgreSQLError(.misuse, "a transaction of this pool is open in this task: use it instead of the pool")
        }
        while true {
            let (answer, discarded) = shared.withLock { $0.state.acquire(at: now) }
            // Dropping the last reference closes a connection, on its own thread.
            _ = discarded
            switch answer {
            case .lend(let lease, .none): return lease
            case .lend(let lease, let check):
                if await lease.item.isAlive(roundTrip: check == .roundTrip) { return lease }
                release(lease, usable: false)
            case .wait: return try await waitForLease()
            case .refuse: throw PoolTimeout(cause: nil)
            case .closed: throw PoolClosed()
            }
        }
    }

    private func waitForLease() async throws -> Lease {
        let id = shared.withLock { shared in
            shared.nextWaiter += 1
            return shared.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                apply(
                    shared.withLock { shared in
                        shared.continuations[id] = continuation
                        return shared.state.wait(id, at: now)
                    })
                // A cancellation before the waiter was known found nobody to tell.
                if Task.isCancelled { cancel(id) }
                startTimer()
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let continuation = shared.withLock { shared in
            shared.state.cancel(id) ? shared.continuations.removeValue(forKey: id) : nil
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func release(_ lease: Lease, usable: Bool) {
        let (actions, drained) = shared.withLock { shared in
            let actions = shared.state.release(lease, usable: usable, at: now)
            guard shared.state.isClosed, shared.state.lentCount == 0 else { return (actions, [CheckedContinuation<Void, Never>]()) }
            defer { shared.drained = [] }
            return (actions, shared.drained)
        }
        apply(actions)
        for continuation in drained { continuation.resume() }
    }

    private func apply(_ actions: [PoolState<Connection>.Action]) {
        for action in actions {
            switch action {
            case .lend(let id, let lease):
                shared.withLock { $0.continuations.removeValue(forKey: id) }?.resume(returning: lease)
            case .fail(let id, let failure):
                let (continuation, cause) = shared.withLock { ($0.continuations.removeValue(forKey: id), $0.lastFailure) }
                continuation?.resume(throwing: failure == .closed ? PoolClosed() : PoolTimeout(cause: cause) as any Error)
            case .open(let pause): Task { await open(after: pause) }
            case .discard: break
            }
        }
    }

    private func open(after pause: Duration) async {
        if pause > .zero { try? await Task.sleep(for: pause) }
        do throws(PostgreSQLError) {
            let connection = try await Connection.connect(conninfo, session: session)
            apply(
                shared.withLock { shared in
                    shared.lastFailure = nil
                    return shared.state.opened(connection, at: now)
                })
        } catch {
            Logger.current.log(.warning, "cannot connect to the database", error.details)
            apply(
                shared.withLock { shared in
                    shared.lastFailure = error
                    return shared.state.openFailed(at: now, jitter: .random(in: 0.5..<1.5))
                })
        }
        startTimer()
    }

    /// Sees to it that somebody calls `tick` in time. One timer runs at most, unless an earlier one is needed.
    private func startTimer() {
        let due = shared.withLock { shared -> Duration? in
            guard let due = shared.state.nextTick(at: now), shared.timer.map({ due < $0 }) ?? true else { return nil }
            shared.timer = due
            return due
        }
        guard let due else { return }
        let pause = due - now
        Task { [weak self] in
            try? await Task.sleep(for: pause)
            self?.fire(due)
        }
    }

    private func fire(_ due: Duration) {
        let actions = shared.withLock { shared -> [PoolState<Connection>.Action] in
            // An earlier timer took over.
            guard shared.timer == due else { return [] }
            shared.timer = nil
            return shared.state.tick(at: now)
        }
        apply(actions)
        startTimer()
    }
}
