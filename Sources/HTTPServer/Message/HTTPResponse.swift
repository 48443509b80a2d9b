/// What a handler answers.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Sent in chunks as they come. The stream is asked for more only when the client has taken what was
        /// given, so a stream that makes its chunks on demand (`AsyncStream(unfolding:)`) never runs ahead.
        case stream(AsyncStream<[UInt8]>)
    }

    public var status: Int
    public var headers: HTTPHeaders
    public var body: Body

    public init(status: Int, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A JSON answer: the one way this server writes JSON.
    @inlinable public static func json(_ status: Int = 200, _ value: some JSONValue, type: String = "application/json") -> HTTPResponse {
        var writer = JSONWriter()
        value.write(to: &writer)
        return HTTPResponse(status: status, headers: ["Content-Type": type], body: .bytes(writer.bytes))
    }

    /// 201 with the resource and its address.
    @inlinable public static func created(_ value: some JSONValue, at location: String) -> HTTPResponse {
        json(201, value).with("Location", location)
    }

    /// 204: done, nothing to say.
    public static let noContent = HTTPResponse(status: 204)

    public static func text(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
    }

    /// 303: the page to look at after a form was taken.
    public static func seeOther(_ location: String) -> HTTPResponse {
        HTTPResponse(status: 303, headers: ["Location": location])
    }

    /// A copy in which `name` has this one value.
    public func with(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.headers[name] = value
        return copy
    }
}
