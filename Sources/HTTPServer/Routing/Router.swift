import ServiceKit

/// Finds the endpoint for a request and makes one answer of everything that can happen on the way.
///
///     var router = Router<AppContext>()
///     router.on("GET", "/api/v1/households/:household/gifts/:gift", showGift)
///
/// HEAD is answered by GET's endpoint, OPTIONS with the methods there are, an unknown method with 405.
public struct Router<Context: Sendable>: Sendable {
    public typealias Endpoint = @Sendable (HTTPRequest, Path, Context) async throws -> HTTPResponse

    /// What was registered, for the description of the interface and its test.
    public struct Route: Sendable {
        public var method: String
        public var pattern: String
        var segments: [Substring]
        var plan: BodyPlan?
        var endpoint: Endpoint
    }

    /// In the order of their registration.
    public private(set) var routes: [Route] = []

    /// The problem that an error of a lower layer stands for, or nil where it is a fault of ours (500).
    public var explain: @Sendable (any Error) -> Problem? = { _ in nil }

    /// The answer that a problem becomes: a page for people, `application/problem+json` for programs.
    public var present: @Sendable (Problem, HTTPRequest) -> HTTPResponse = { problem, _ in HTTPResponse(problem) }

    private var tree = RouteTree()

    public init() {}

    /// - Parameter body: what happens to a body, where the server's default is not right.
    /// - Precondition: the method and pattern are not registered yet.
    public mutating func on(_ method: String, _ pattern: StaticString, body plan: BodyPlan? = nil, _ endpoint: @escaping Endpoint) {
        let text = "\(pattern)"
        let segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        precondition(text.hasPrefix("/"), "a pattern begins with a slash: \(text)")
        precondition(tree.add(method, segments, routes.count), "registered twice: \(method) \(text)")
        routes.append(Route(method: method, pattern: text, segments: segments, plan: plan, endpoint: endpoint))
    }

    /// What happens to the body of a request with this head: give it to the server as its plan.
    public func plan(for head: HTTPRequest, default fallback: BodyPlan) -> BodyPlan {
        guard let segments = Self.segments(head.path) else { return fallback }
        for methods in tree.matches(segments) {
            if let route = methods[head.method] { return routes[route].plan ?? fallback }
        }
        return fallback
    }

    public func respond(to request: HTTPRequest, _ context: Context) async -> HTTPResponse {
        do {
            return try await answer(request, context)
        } catch let problem as Problem {
            return present(problem, request)
        } catch is CancellationError {
            // The client has left, or the server has answered for the handler; either way nobody reads this.
            return present(.busy(retryAfter: 2), request)
        } catch {
            if let problem = explain(error) { return present(problem, request) }
            Logger.current.log(.error, "a request failed", ["error": String(reflecting: error)])
            return present(.failed, request)
        }
    }

    private func answer(_ request: HTTPRequest, _ context: Context) async throws -> HTTPResponse {
        guard let segments = Self.segments(request.path) else { throw Problem(400, title: "The path is not valid") }
        let rawQuery = request.rawQuery
        if !rawQuery.isEmpty, Query(rawQuery) == nil { throw Problem(400, title: "The query is not valid") }

        let matches = tree.matches(segments)
        for methods in matches {
            guard let index = methods[request.method] ?? (request.method == "HEAD" ? methods["GET"] : nil) else { continue }
            let route = routes[index]
            return try await route.endpoint(request, Self.path(route.segments, segments), context)
        }
        if matches.isEmpty { throw Problem.notFound }

        let allow = Self.allowed(matches)
        if request.method == "OPTIONS" { return HTTPResponse.noContent.with("Allow", allow) }
        var problem = Problem(405, title: "That cannot be done here")
        problem.headers["Allow"] = allow
        throw problem
    }

    /// The decoded segments, or nil where one does not decode (see `PercentCoding`).
    private static func segments(_ path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return [] }
        var segments: [String] = []
        // By bytes: characters of Swift would cost ten times as much here.
        for raw in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decode(Substring(raw)) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private static func path(_ pattern: [Substring], _ segments: [String]) -> Path {
        var path = Path()
        for (part, segment) in zip(pattern, segments) {
            guard let (name, ending) = RouteTree.parameter(part) else { continue }
            path.values.append((name, ending.isEmpty ? segment : String(segment.dropLast(ending.count))))
        }
        return path
    }

    private static func allowed(_ matches: [[String: Int]]) -> String {
        var methods = Set(matches.flatMap(\.keys)).union(["OPTIONS"])
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted().joined(separator: ", ")
    }
}
