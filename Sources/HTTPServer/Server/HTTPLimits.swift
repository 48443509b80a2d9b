/// What one server lets its clients have. Every wait and every store has its limit here.
public struct HTTPLimits: Sendable {
    /// Open connections; more wait in the kernel's queue.
    public var connections = 1024
    /// Requests being handled at once; more are answered 503 with `Retry-After`. An open stream no longer counts.
    public var requests = 512
    /// Bytes of one connection's buffers, and so of the head of a request (431 beyond).
    public var connectionMemory = 32 << 10
    /// Bytes of a body where the plan does not say otherwise (413 beyond).
    public var body = 1 << 20
    /// Bytes read past a body's limit and thrown away, so that the client gets to read its 413. Beyond this
    /// the connection is closed on it.
    public var excess = 32 << 20
    /// Bytes of a streamed body, or of an answer's stream, that wait for the other side.
    public var waiting = 256 << 10

    /// A connection on which nothing moves is closed.
    public var idle = Duration.seconds(15)
    /// For the whole head of a request, counted from the connection's start or the last answer's end.
    public var headTime = Duration.seconds(30)
    /// For the whole body of a request.
    public var bodyTime = Duration.seconds(60)
    /// For the handler (503 beyond, and it is cancelled). One that streams the body has `bodyTime` besides.
    public var handlerTime = Duration.seconds(10)
    /// For the client to take an answer that is not a stream.
    public var answerTime = Duration.seconds(120)
    /// For requests in flight when the server is asked to stop.
    public var stopGrace = Duration.seconds(10)
    /// For a client that has just connected to begin its first request, when the server is asked to stop. Within
    /// `stopGrace`.
    public var newcomerTime = Duration.seconds(1)

    public init() {}
}

/// What happens to a request's body. Decided from the head, before any of the body is read.
public enum BodyPlan: Sendable {
    /// The handler starts when the whole body, of at most `upTo` bytes, is in `HTTPRequest.body`.
    case buffered(upTo: Int)
    /// The handler starts at once and reads `HTTPRequest.bodyStream`, at most `upTo` bytes of it.
    case streamed(upTo: Int)

    var limit: Int {
        switch self {
        case .buffered(let limit), .streamed(let limit): limit
        }
    }

    var isStreamed: Bool {
        if case .streamed = self { true } else { false }
    }
}

public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse
