import CMicrohttpd
import Foundation
import ServiceKit
import Synchronization

/// One request and its answer, shared by libmicrohttpd's thread and the handler's task through its lock.
///
/// A connection is suspended while it waits for Swift, so the event threads never wait. Suspended twice or
/// resumed twice is undefined there, so the suspended connection is kept in the state, and whoever takes it
/// out resumes it.
final class Exchange: Sendable {
    enum End: String { case sent, left, timeout, stopped, failed }

    enum Verdict { case fine, cut, cutIfLeft }

    struct Facts {
        var method: String
        var path: String
        var status: Int
        var started: ContinuousClock.Instant
    }

    enum Phase { case reading, handling, sending, streaming, ended }

    struct State {
        var phase = Phase.reading
        var since: ContinuousClock.Instant
        var suspended: SuspendedConnection?
        var task: Task<Void, Never>?
        var hasBegun = false
        var isCancelled = false

        // Of the request.
        var received = 0
        var incoming: [UInt8] = []
        var isTooLarge = false
        var bodyHasEnded = false
        var bodyReader: CheckedContinuation<Void, Never>?

        // Of the answer.
        var response: HTTPResponse?
        var isEventStream = false
        var outgoing: [UInt8] = []
        var sent = 0
        var streamHasEnded = false
        var streamWriter: CheckedContinuation<Void, Never>?
    }

    let core: ServerCore
    let head: HTTPRequest
    let plan: BodyPlan
    let started: ContinuousClock.Instant
    let state: Mutex<State>

    /// - Parameter answer: given at once where the request is refused or needs no handler.
    init(_ head: HTTPRequest, _ plan: BodyPlan, _ core: ServerCore, answer: HTTPResponse? = nil) {
        let now = ContinuousClock.now
        self.head = head
        self.plan = plan
        self.core = core
        started = now
        var state = State(since: now)
        state.response = answer
        self.state = Mutex(state)
    }

    var id: String { head.id }

    var facts: Facts {
        Facts(method: head.method, path: head.path, status: state.withLock { $0.response?.status ?? 0 }, started: started)
    }

    /// The answer if there is one. Otherwise the handler is begun and the connection suspended until there is,
    /// and the answer is nil.
    func answer(on connection: OpaquePointer) throws(Closed) -> HTTPResponse? {
        let reader = state.withLock { state in
            state.bodyHasEnded = true
            if state.isTooLarge, state.response == nil, !plan.isStreamed { state.response = HTTPResponse(.tooLarge(plan.limit)) }
            if state.phase == .reading { state.enter(.handling) }
            defer { state.bodyReader = nil }
            return state.bodyReader
        }
        reader?.resume()
        begin()
        return try state.withLock { state throws(Closed) -> HTTPResponse? in
            if state.response == nil { try suspend(connection, &state) }
            return state.response
        }
    }

    /// Starts the handler if it has not been and is needed, unless too many are at work.
    ///
    /// It runs on the calling thread up to its first wait: most of a request's cost would otherwise be the
    /// way to another thread and back.
    func begin() {
        let request: HTTPRequest? = state.withLock { state in
            guard !state.hasBegun, state.response == nil else { return nil }
            state.hasBegun = true
            guard core.running.add(1, ordering: .relaxed).newValue <= core.limits.requests else {
                core.running.subtract(1, ordering: .relaxed)
                state.response = HTTPResponse(.busy(retryAfter: 2))
                return nil
            }
            var request = head
            if plan.isStreamed {
                request.bodyStream = HTTPBodyStream(self)
            } else {
                request.body = state.incoming
                state.incoming = []
            }
            return request
        }
        guard let request else { return }
        let logger = core.logger.with(["request": id])
        let task = Task.immediate { [self] in
            await Logger.$current.withValue(logger) {
                let response = await core.handler(request)
                core.running.subtract(1, ordering: .relaxed)
                guard respond(response), case .stream(let chunks) = response.body else { return }
                await send(chunks)
            }
        }
        let isOver = state.withLock { state in
            state.task = task
            return state.isCancelled || state.phase == .ended
        }
        if isOver { task.cancel() }
    }

    /// False where the answer comes too late.
    private func respond(_ response: HTTPResponse) -> Bool {
        change { state in
            guard state.response == nil, state.phase != .ended else { return false }
            state.response = response
            return true
        }
    }

    /// Suspends until `change` lets go. Never once the server is closed: nothing would resume it.
    func suspend(_ connection: OpaquePointer, _ state: inout sending State) throws(Closed) {
        if core.isClosed.load(ordering: .sequentiallyConsistent) { throw Closed() }
        MHD_suspend_connection(connection)
        state.suspended = SuspendedConnection(raw: connection)
    }

    /// Changes the state and resumes the connection if it is suspended.
    ///
    /// Under the lock, so that whoever has gone through all exchanges after `isClosed` knows that nothing is
    /// suspended any more: stopping libmicrohttpd between our taking the connection and its resumption would
    /// abort the process.
    @discardableResult
    func change<R: Sendable>(_ change: (inout sending State) -> R) -> R {
        state.withLock { state in
            let result = change(&state)
            if let suspended = state.suspended {
                MHD_resume_connection(suspended.raw)
                state.suspended = nil
            }
            return result
        }
    }

    /// Nothing more will be sent: the answer is out, or its connection gone.
    func end() {
        let (task, reader, writer) = state.withLock { state in
            state.enter(.ended)
            defer { (state.bodyReader, state.streamWriter, state.task) = (nil, nil, nil) }
            return (state.task, state.bodyReader, state.streamWriter)
        }
        task?.cancel()
        reader?.resume()
        writer?.resume()
    }
}

extension Exchange.State {
    mutating func enter(_ phase: Exchange.Phase) {
        self.phase = phase
        since = .now
    }
}

/// The server has closed: connections end without another answer.
struct Closed: Error {}

/// A connection that libmicrohttpd keeps waiting.
struct SuspendedConnection: Sendable {
    /// Only ever handed to libmicrohttpd, once, to be resumed, which may be done from any thread (MHD_resume_connection).
    nonisolated(unsafe) let raw: OpaquePointer
}
