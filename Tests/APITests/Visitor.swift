import TestSupport
import Testing

/// Somebody with an account, signed in.
struct Visitor: Sendable {
    let server: Server
    let name: String
    let token: String

    init(_ name: String, _ server: Server) async throws {
        self.server = server
        self.name = name
        #expect(try await server.signUp(name).status == 201)
        token = try #require(try await server.signIn(name).json.token.string)
    }

    func ask(_ method: String, _ path: String, headers: [(String, String)] = [], _ body: JSONDocument? = nil) async throws -> Server.Answer {
        try await server.ask(method, path, token: token, headers: headers, body)
    }

    /// The answer's JSON; throws where the status is another.
    @discardableResult
    func expect(
        _ status: Int, _ method: String, _ path: String, headers: [(String, String)] = [], _ body: JSONDocument? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> JSONDocument {
        let answer = try await ask(method, path, headers: headers, body)
        try #require(answer.status == status, "\(method) \(path): \(answer.status) \(answer.text.prefix(500))", sourceLocation: location)
        return answer.json
    }

    func upload(_ picture: [UInt8], to household: String) async -> Server.Answer {
        await server.ask(
            "POST", "/api/v1/households/\(household)/scans", token: token, type: FormData.contentType, body: FormData.scan(picture).bytes)
    }
}
