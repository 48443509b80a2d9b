import API
import HTTPServer
import PostgreSQL
import Secrets
import Store
import TestSupport
import Testing

/// The API on the running test's database, asked without a socket.
struct Server: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONDocument { (try? JSONDocument(body)) ?? .null }
        /// The pointers of a problem's errors.
        var pointers: [String] { json.errors.list.compactMap(\.pointer.string) }
    }

    let api: API

    /// - Parameter pool: another database than the running test's.
    init(_ pool: Pool? = nil) throws {
        let store = Store(try pool ?? TestDatabase.current.api)
        // As cheap as argon2id can be: what it costs is tested elsewhere.
        let hasher = PasswordHasher(cost: PasswordCost(memory: 8, passes: 1))
        let secret = try LinkSecret("a secret that is only good for tests, and long")
        api = API(APIContext(store: store, door: Door(store: store, hasher: hasher), linkSecret: secret, origin: "https://mantel.test"))
    }

    func ask(
        _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], type: String, body: [UInt8], peer: String = "192.0.2.1"
    ) async -> Answer {
        var fields = HTTPHeaders()
        if let token { fields.add("Authorization", "Bearer \(token)") }
        if !body.isEmpty { fields.add("Content-Type", type) }
        for (name, value) in headers { fields.add(name, value) }
        let response = await api.respond(to: HTTPRequest(method: method, target: path, headers: fields, body: body, peer: peer))
        return Answer(status: response.status, headers: response.headers, body: await response.wholeBody)
    }

    func ask(
        _ method: String, _ path: String, token: String? = nil, headers: [(String, String)] = [], _ body: JSONDocument? = nil, peer: String = "192.0.2.1"
    ) async throws -> Answer {
        await ask(method, path, token: token, headers: headers, type: "application/json", body: try body?.bytes ?? [], peer: peer)
    }

    static let password = "a long enough one"

    func signUp(_ name: String, peer: String = "192.0.2.1") async throws -> Answer {
        let account: JSONDocument = [
            "email": .text("\(name.lowercased())@example.org"), "password": .text(Self.password), "name": .text(name), "zone": "Europe/Dublin",
        ]
        return try await ask("POST", "/api/v1/accounts", account, peer: peer)
    }

    func signIn(_ name: String, password: String = Server.password, peer: String = "192.0.2.1") async throws -> Answer {
        let credentials: JSONDocument = ["email": .text("\(name.lowercased())@example.org"), "password": .text(password)]
        return try await ask("POST", "/api/v1/sessions", credentials, peer: peer)
    }
}

extension HTTPResponse {
    /// Also of what is sent as it is made; the event stream, which has no end, is left alone.
    var wholeBody: [UInt8] {
        get async {
            switch body {
            case .bytes(let bytes): bytes
            case .stream where headers["Content-Type"] == "text/event-stream": []
            case .stream(let chunks): await chunks.reduce(into: []) { $0 += $1 }
            }
        }
    }
}
