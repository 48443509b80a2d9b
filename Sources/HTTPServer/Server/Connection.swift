import Foundation
import Synchronization

/// One open socket, from its start to its close; it carries one exchange after another.
final class Connection: Sendable {
    private struct State {
        var target = ""
        var exchange: Exchange?
        /// When the wait for the next head began.
        var waiting = ContinuousClock.now
        var isOpen = true
    }

    let peer: String
    private let socket: Int32
    private let state = Mutex(State())

    init(socket: Int32, peer: String) {
        self.socket = socket
        self.peer = peer
    }

    /// The request in flight, from its accepted head to the last byte of its answer.
    var exchange: Exchange? { state.withLock { $0.exchange } }

    /// The raw target of the request whose head is being read.
    var target: String {
        get { state.withLock { $0.target } }
        set { state.withLock { $0.target = newValue } }
    }

    func begin(_ exchange: Exchange) { state.withLock { $0.exchange = exchange } }

    /// The exchange that has just ended, if the request got as far as having one.
    func end() -> Exchange? {
        state.withLock { state in
            state.waiting = .now
            state.target = ""
            defer { state.exchange = nil }
            return state.exchange
        }
    }

    /// libmicrohttpd's own time limit starts again with every byte, so a client that sends one now and then
    /// would stay for ever. Ours counts from the start.
    func patrol(_ now: ContinuousClock.Instant, _ limits: HTTPLimits) {
        let (exchange, waiting) = state.withLock { ($0.exchange, $0.waiting) }
        if let exchange {
            if exchange.patrol(now, limits) == .cut { cut() }
        } else if now - waiting > limits.headTime {
            cut()
        }
    }

    /// Ends the connection from our side; libmicrohttpd notices and closes it.
    ///
    /// Under the lock that `closed()` takes before the descriptor is given back, so that it is never another's.
    func cut() {
        state.withLock { state in
            if state.isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func closed() { state.withLock { $0.isOpen = false } }
}
