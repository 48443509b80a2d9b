import Foundation
import Synchronization

/// One open socket, from its start to its close; it carries one exchange after another.
final class Connection: Sendable {
    private struct State {
        var target = ""
        var exchange: Exchange?
        /// When the wait for the next head began.
        var waiting = ContinuousClock.now
        /// It has carried no request yet.
        var isNew = true
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

    func begin(_ exchange: Exchange) {
        state.withLock { state in
            state.exchange = exchange
            state.isNew = false
        }
    }

    /// Whether a request is under way here, or may be for all that is known: its answer is not out, its head is
    /// not read whole, its bytes wait in the socket, or whoever connected has had no time to send it.
    func isInUse(_ now: ContinuousClock.Instant, _ limits: HTTPLimits) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            if state.exchange != nil || !state.target.isEmpty { return true }
            if state.isNew, now - state.waiting < limits.newcomerTime { return true }
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
        }
    }

    /// The exchange that has just ended, if the request got as far as having one.
    func end() -> Exchange? {
        state.withLock { state in
            state.waiting = .now
            state.target = ""
            defer { state.exchange = nil }
            return state.exchange
        }
    }

    /// Holds the connection to its time limits and notices that its client has left.
    ///
    /// libmicrohttpd's own limit starts again with every byte, so a client that sends one now and then would
    /// stay for ever; ours counts from the start. It does not look at suspended connections at all, and it
    /// stops reading after a short read, so an end that came together with the last bytes goes unseen.
    func patrol(_ now: ContinuousClock.Instant, _ limits: HTTPLimits) {
        let (exchange, waiting) = state.withLock { ($0.exchange, $0.waiting) }
        guard let exchange else {
            if now - waiting > limits.headTime || clientHasLeft { cut() }
            return
        }
        switch exchange.patrol(now, limits) {
        case .fine: break
        case .cut: cut()
        case .cutIfLeft where clientHasLeft:
            cut()
            exchange.abandon()
        case .cutIfLeft: break
        }
    }

    /// Whether the client has closed, and all it sent before is read. One that only closes its sending side
    /// and still waits counts as gone, as it does for most servers.
    private var clientHasLeft: Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            var byte: UInt8 = 0
            let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
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
