import Foundation
import ServiceKit
import Synchronization

/// What every connection of one server shares.
final class ServerCore: Sendable {
    let limits: HTTPLimits
    let plan: @Sendable (HTTPRequest) -> BodyPlan
    let redact: @Sendable (String) -> String
    let handler: HTTPHandler
    let logger: Logger

    let connections = Mutex<[ObjectIdentifier: Connection]>([:])
    /// Sockets given to libmicrohttpd of which it has not made connections yet.
    let arriving = Mutex<Set<Int32>>([])
    /// Handlers that have not answered yet.
    let running = Atomic<Int>(0)
    /// Set first of all when the server stops: each answer then closes its connection.
    let isStopping = Atomic<Bool>(false)
    /// Set last: nothing may be suspended any more.
    let isClosed = Atomic<Bool>(false)

    init(
        limits: HTTPLimits, logger: Logger, plan: @escaping @Sendable (HTTPRequest) -> BodyPlan,
        redact: @escaping @Sendable (String) -> String, handler: @escaping HTTPHandler
    ) {
        self.limits = limits
        self.logger = logger
        self.plan = plan
        self.redact = redact
        self.handler = handler
    }

    /// Whether somebody has sent a request, or is about to, and has no answer yet.
    var isInUse: Bool {
        let now = ContinuousClock.now
        return !arriving.withLock(\.isEmpty) || all.contains { $0.isInUse(now, limits) }
    }

    /// Ends what has taken too long. A timer for each request would cost more than looking at all of them
    /// five times a second.
    func patrol() {
        let now = ContinuousClock.now
        for connection in all { connection.patrol(now, limits) }
    }

    /// Their clients connect again, to a server that stays.
    func endEventStreams() {
        for connection in all { connection.exchange?.endEventStream() }
    }

    /// Answers 503 for every handler still at work and cuts streams short.
    func cancelAll() {
        for connection in all { connection.exchange?.cancel() }
    }

    /// From here on libmicrohttpd may be stopped.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        for connection in all {
            connection.exchange?.release()
            connection.cut()
        }
    }

    /// One line for each request, written when its last byte is out or its connection gone.
    func log(_ exchange: Exchange, _ end: Exchange.End) {
        let facts = exchange.facts
        logger.log(.info, "request", [
            "method": facts.method, "path": redact(facts.path), "status": String(facts.status),
            "ms": String(Int((ContinuousClock.now - facts.started) / .microseconds(100))).tenths,
            "request": exchange.id, "end": end.rawValue,
        ])
    }

    private var all: [Connection] { connections.withLock { Array($0.values) } }
}

extension String {
    /// Digits with a point before the last: tenths without the cost of a formatter.
    fileprivate var tenths: String { count > 1 ? dropLast() + "." + suffix(1) : "0." + self }
}
