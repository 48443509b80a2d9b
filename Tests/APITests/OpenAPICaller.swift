import API
import Foundation
import HTTPServer
import Secrets
import Store
import TestSupport

/// A program that calls the API in this process and writes down every exchange.
actor OpenAPICaller {
    /// One call as it is held against the description.
    struct Exchange: Codable {
        var method: String
        var path: String
        var status: Int
        var mediaType: String
        var headers: [String]
        var body: String
    }

    nonisolated let api: API
    nonisolated let newsroom = Newsroom()
    private(set) var exchanges: [Exchange] = []
    private var token: String?

    init() throws {
        let store = Store(try TestDatabase.current.api)
        let hasher = PasswordHasher(cost: PasswordCost(memory: 8192, passes: 1))
        api = API(APIContext(
            store: store, door: Door(store: store, hasher: hasher), linkSecret: try LinkSecret(String(repeating: "s", count: 32)),
            origin: "https://family.example", newsroom: newsroom))
    }

    func become(_ token: String?) { self.token = token }

    /// The `name` of the answer's object, as text.
    func call(_ method: String, _ path: String, _ body: JSON? = nil, headers: HTTPHeaders = [:], take name: String) async throws -> String {
        guard case .object(let members) = try await call(method, path, body, headers: headers), case .string(let text)? = members[name] else {
            throw UnexpectedAnswer(description: "\(method) \(path) answers no \(name): \(exchanges.last?.body ?? "")")
        }
        return text
    }

    @discardableResult
    func call(_ method: String, _ path: String, _ body: JSON? = nil, headers: HTTPHeaders = [:]) async throws -> JSON? {
        var headers = headers, bytes: [UInt8] = []
        if let body {
            headers["Content-Type"] = "application/json"
            var writer = JSONWriter()
            body.write(to: &writer)
            bytes = writer.bytes
        }
        return try await send(method, path, bytes, headers: headers)
    }

    /// An event stream as the holder of `token` gets it.
    nonisolated func stream(as token: String) async throws -> AsyncStream<[UInt8]> {
        let response = await api.respond(to: HTTPRequest(method: "GET", target: "/api/v1/stream", headers: ["Authorization": "Bearer \(token)"]))
        guard case .stream(let chunks) = response.body else { throw UnexpectedAnswer(description: "no stream, but \(response.status)") }
        return chunks
    }

    @discardableResult
    func send(_ method: String, _ path: String, _ body: [UInt8], headers: HTTPHeaders) async throws -> JSON? {
        var headers = headers
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let response = await api.respond(to: HTTPRequest(method: method, target: "/api/v1" + path, headers: headers, body: body, peer: "192.0.2.1"))
        let bytes = await response.wholeBody
        let type = response.headers["Content-Type"].map { String($0.prefix { $0 != ";" }) } ?? ""
        let isJSON = type.hasSuffix("json")
        exchanges.append(Exchange(
            method: method, path: "/api/v1" + path.prefix { $0 != "?" }, status: response.status, mediaType: type,
            headers: ["ETag", "Location", "Retry-After"].filter { response.headers[$0] != nil }, body: isJSON ? String(decoding: bytes, as: UTF8.self) : ""))
        return isJSON ? try JSON(bytes) : nil
    }
}

struct UnexpectedAnswer: Error, CustomStringConvertible {
    var description: String
}
