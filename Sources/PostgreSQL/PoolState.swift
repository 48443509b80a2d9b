/// The rules of a pool, without connections, threads or clocks: what happened goes in, what to do comes out.
/// Times count from any fixed moment.
struct PoolState<Item: Sendable>: Sendable {
    typealias Waiter = Int

    struct Lease: Sendable {
        var item: Item
        /// When the connection was made.
        var made: Duration
    }

    enum Check: Equatable, Sendable {
        case none
        /// Look whether the server has hung up.
        case hangUp
        /// Ask the server something.
        case roundTrip
    }

    enum Answer: Sendable {
        case lend(Lease, Check)
        /// Call `wait`.
        case wait
        /// Too many wait already.
        case refuse
        case closed
    }

    enum Failure: Equatable, Sendable { case timeout, closed }

    enum Action: Sendable {
        case lend(Waiter, Lease)
        case fail(Waiter, Failure)
        /// Open a connection after a pause, and report `opened` or `openFailed`.
        case open(after: Duration)
        case discard(Item)
    }

    private struct Idle: Sendable {
        var lease: Lease
        var since: Duration
    }

    private struct Waiting: Sendable {
        var id: Waiter
        var deadline: Duration
    }

    private let limits: PoolLimits
    private var idle: [Idle] = []
    private var queue: [Waiting] = []
    /// The first of `queue` that still counts; those before it are served.
    private var head = 0
    /// Members of `queue` that still wait.
    private var waiting: Set<Waiter> = []
    private var opening = 0
    private var lent = 0
    private var failures = 0
    private var retryAt: Duration = .zero
    /// Connections idle since before this moment may be dead: another one of the same age was.
    private var suspectBefore: Duration = .zero
    private(set) var isClosed = false

    init(_ limits: PoolLimits) { self.limits = limits }

    var open: Int { idle.count + lent + opening }
    var idleCount: Int { idle.count }
    var lentCount: Int { lent }
    var waitingCount: Int { waiting.count }

    /// Asks for a connection. `discarded` are those found too old on the way.
    mutating func acquire(at now: Duration) -> (Answer, discarded: [Item]) {
        if isClosed { return (.closed, []) }
        var discarded: [Item] = []
        while let entry = idle.popLast() {
            if now - entry.lease.made >= limits.maximumAge || now - entry.since >= limits.idleTimeout {
                discarded.append(entry.lease.item)
                continue
            }
            lent += 1
            let rested = now - entry.since
            let check: Check = rested >= limits.checkAfter || entry.since < suspectBefore ? .roundTrip : rested >= .seconds(1) ? .hangUp : .none
            return (.lend(entry.lease, check), discarded)
        }
        return (waiting.count < limits.waiters ? .wait : .refuse, discarded)
    }

    /// Queues a caller. A connection that came free since `acquire` is lent at once.
    mutating func wait(_ id: Waiter, at now: Duration) -> [Action] {
        if isClosed { return [.fail(id, .closed)] }
        if let entry = idle.popLast() {
            lent += 1
            return [.lend(id, entry.lease)]
        }
        queue.append(Waiting(id: id, deadline: now + limits.acquireTimeout))
        waiting.insert(id)
        return openings(at: now)
    }

    /// Whether the caller was still waiting.
    mutating func cancel(_ id: Waiter) -> Bool { waiting.remove(id) != nil }

    mutating func opened(_ item: Item, at now: Duration) -> [Action] {
        opening -= 1
        failures = 0
        if isClosed { return [.discard(item)] }
        return give(Lease(item: item, made: now), at: now) + openings(at: now)
    }

    /// - Parameter jitter: 0.5 ..< 1.5, so that many processes do not come back at the same moment.
    mutating func openFailed(at now: Duration, jitter: Double) -> [Action] {
        opening -= 1
        failures += 1
        retryAt = now + min(.milliseconds(50) * (1 << min(failures - 1, 6)), .seconds(2)) * jitter
        return openings(at: now)
    }

    /// - Parameter usable: false for a connection that is broken or in an unknown state.
    mutating func release(_ lease: Lease, usable: Bool, at now: Duration) -> [Action] {
        lent -= 1
        if !usable { suspectBefore = now }
        if isClosed || !usable || now - lease.made >= limits.maximumAge { return [.discard(lease.item)] + openings(at: now) }
        return give(lease, at: now)
    }

    /// What the time alone brings about: waiters whose time is over, connections idle for too long.
    mutating func tick(at now: Duration) -> [Action] {
        var actions: [Action] = []
        while head < queue.count, !waiting.contains(queue[head].id) || queue[head].deadline <= now {
            if waiting.remove(queue[head].id) != nil { actions.append(.fail(queue[head].id, .timeout)) }
            head += 1
        }
        compact()
        // The list is ordered by time: the longest idle first.
        while let first = idle.first, now - first.since >= limits.idleTimeout || now - first.lease.made >= limits.maximumAge {
            actions.append(.discard(idle.removeFirst().lease.item))
        }
        return actions
    }

    /// When `tick` is due next, or nil where nothing can come of it.
    func nextTick(at now: Duration) -> Duration? {
        let waiter = queue[head...].first { waiting.contains($0.id) }?.deadline
        let sweep = idle.isEmpty ? nil : now + min(limits.idleTimeout, .seconds(10))
        return [waiter, sweep].compactMap(\.self).min()
    }

    /// Refuses everything from now on. Lent connections are discarded as they come back.
    mutating func close() -> [Action] {
        isClosed = true
        let failed = queue[head...].filter { waiting.contains($0.id) }.map { Action.fail($0.id, .closed) }
        let discarded = idle.map { Action.discard($0.lease.item) }
        waiting = []
        queue = []
        head = 0
        idle = []
        return failed + discarded
    }

    private mutating func give(_ lease: Lease, at now: Duration) -> [Action] {
        while head < queue.count {
            let next = queue[head]
            head += 1
            guard waiting.remove(next.id) != nil else { continue }
            lent += 1
            compact()
            return [.lend(next.id, lease)]
        }
        compact()
        idle.append(Idle(lease: lease, since: now))
        return []
    }

    /// Opens one connection for each caller that waits, within the limit; only one at a time while the server refuses.
    private mutating func openings(at now: Duration) -> [Action] {
        guard !isClosed else { return [] }
        let wanted = min(waiting.count - opening, limits.connections - open)
        let allowed = failures > 0 ? min(wanted, 1 - opening) : wanted
        guard allowed > 0 else { return [] }
        opening += allowed
        let pause = failures > 0 ? max(.zero, retryAt - now) : .zero
        return (0..<allowed).map { _ in .open(after: pause) }
    }

    private mutating func compact() {
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 256 {
            queue.removeFirst(head)
            head = 0
        }
    }
}
