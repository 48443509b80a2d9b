/// One request. Everything in it came from outside: nothing is unescaped, nothing trusted.
public struct HTTPRequest: Sendable {
    public var method: String

    /// The request target as it was sent.
    public var target: String

    /// The path of the target with its percent escapes, without query. `*` for `OPTIONS *`.
    public var path: String

    public var headers: HTTPHeaders

    /// The whole body, within the limit of the plan; empty where the plan streams it.
    public var body: [UInt8]

    /// The body as it arrives, where the server's plan for this request says `.streamed`.
    public var bodyStream: HTTPBodyStream?

    /// Numeric address of the other end of the socket: behind a proxy, the proxy's.
    public var peer: String

    /// Names this request in the log and in `X-Request-Id`.
    public var id: String

    public init(
        method: String, target: String, headers: HTTPHeaders = [:], body: [UInt8] = [], peer: String = "", id: String = ""
    ) {
        self.method = method
        self.target = target
        self.path = Self.path(of: target)
        self.headers = headers
        self.body = body
        self.peer = peer
        self.id = id
    }

    /// The parameters after `?`. Empty where the query does not decode; the router refuses those with 400.
    public var query: Query { Query(rawQuery) ?? Query() }

    /// What follows the first `?`, as it was sent.
    public var rawQuery: Substring {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return target[target.utf8.index(after: mark)...]
    }

    /// A proxy may send the absolute form `http://host/path` (RFC 9112, 3.2.2); the path counts.
    private static func path(of target: String) -> String {
        var rest = target[...]
        for scheme in ["http://", "https://"] where rest.utf8.starts(with: scheme.utf8) {
            rest = rest.dropFirst(scheme.utf8.count)
            rest = rest[(rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex)...]
            if rest.utf8.first != UInt8(ascii: "/") { return "/" }
        }
        guard let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) else { return String(rest) }
        return String(rest[..<mark])
    }
}
