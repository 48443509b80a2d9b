import HTTPServer
import TestSupport
import Testing

/// Somebody with an account, signed in with a browser and a program.
struct Person: Sendable {
    let name: String
    let server: Server
    let token: String

    /// - Parameter address: its local part; addresses are unique on a server.
    init(_ name: String, address: String? = nil, on server: Server) async throws {
        self.name = name
        self.server = server
        let email = "\((address ?? name).lowercased())@example.org"
        let account: JSONDocument = [
            "email": .text(email), "password": "a long enough one", "name": .text(name), "zone": "Europe/Dublin",
        ]
        _ = try await Self.ask(server, "POST", "/api/v1/accounts", account)
        let session = try await Self.ask(server, "POST", "/api/v1/sessions", ["email": .text(email), "password": "a long enough one"])
        token = try #require(session.json.token.string, "\(name) is not let in: \(session.text)")
    }

    func ask(_ method: String, _ path: String, accept: String? = nil, _ body: JSONDocument? = nil) async throws -> Answer {
        try await Self.ask(server, method, path, token: token, accept: accept, body)
    }

    /// The page at `path` as this person's browser gets it, redirects not followed.
    func open(_ path: String) async -> Answer { Answer(await server.respond(to: pageRequest(path))) }

    func pageRequest(_ path: String) -> HTTPRequest {
        HTTPRequest(method: "GET", target: path, headers: ["Host": "mantel.test", "Cookie": "\(server.sessionCookie)=\(token)"], peer: "192.0.2.1")
    }

    /// The answer's JSON; throws where the status is another.
    @discardableResult
    func expect(_ status: Int, _ method: String, _ path: String, _ body: JSONDocument? = nil, at location: SourceLocation = #_sourceLocation) async throws
        -> JSONDocument
    {
        let answer = try await ask(method, path, body)
        try #require(answer.status == status, "\(name): \(method) \(path): \(answer.status) \(answer.text.prefix(500))", sourceLocation: location)
        return answer.json
    }

    func make(_ path: String, _ body: JSONDocument, at location: SourceLocation = #_sourceLocation) async throws -> String {
        try #require(try await expect(201, "POST", path, body, at: location).id.string, sourceLocation: location)
    }

    func upload(_ kind: String, to home: String) async throws -> String {
        var request = HTTPRequest(
            method: "POST", target: "\(home)/scans", headers: ["Authorization": "Bearer \(token)", "Content-Type": FormData.contentType],
            body: FormData.scan(Self.picture, kind: kind).bytes)
        request.peer = "192.0.2.1"
        let answer = Answer(await server.respond(to: request))
        return try #require(answer.json.id.string, "no scan: \(answer.text)")
    }

    /// A header that says it is a small PNG: enough to be taken.
    private static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0]

    private static func ask(
        _ server: Server, _ method: String, _ path: String, token: String? = nil, accept: String? = nil, _ body: JSONDocument? = nil
    ) async throws -> Answer {
        var headers = HTTPHeaders()
        if let token { headers.add("Authorization", "Bearer \(token)") }
        if let accept { headers.add("Accept", accept) }
        if body != nil { headers.add("Content-Type", "application/json") }
        let request = HTTPRequest(method: method, target: path, headers: headers, body: try body?.bytes ?? [], peer: "192.0.2.1")
        return Answer(await server.respond(to: request))
    }
}
