import Foundation
import HTTPServer
import Secrets
import Store
import TestSupport
import Testing

@testable import Web

/// A browser without scripts: it keeps cookies, follows redirects, and sends only forms that stand on the page
/// it is at.
struct Browser {
    /// What came back, after redirects.
    struct Answer {
        var path: String
        var status: Int
        var headers: HTTPHeaders
        var text: String
        var markup: Markup
    }

    let pages: WebPages
    var cookies: [String: String] = [:]
    private(set) var answer = Answer(path: "", status: 0, headers: [:], text: "", markup: Markup(""))

    static let origin = "http://mantel.example"

    /// A browser that has seen nothing yet, at the server of the running test's database.
    /// - Parameter programs: what answers files.
    init(programs: (@Sendable (HTTPRequest) async -> HTTPResponse)? = nil) throws {
        let store = Store(try TestDatabase.current.api)
        let door = Door(store: store, hasher: PasswordHasher(cost: PasswordCost(memory: 1024, passes: 1)))
        let assets = try AssetLibrary(directories: [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Web/Assets")])
        let secret = try LinkSecret(String(repeating: "secret of the tests ", count: 2))
        var context = WebContext(store: store, door: door, linkSecret: secret, assets: assets, origin: Self.origin)
        context.programs = programs
        pages = WebPages(context: context)
    }

    /// Another person's browser at the same server.
    init(at other: Browser) { pages = other.pages }

    @discardableResult
    mutating func get(_ path: String) async throws -> Answer { try await open(request("GET", path), path) }

    /// Sends the form with this action as it stands on the page, with `fields` typed in.
    @discardableResult
    mutating func send(_ action: String, _ fields: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation) async throws -> Answer {
        let hidden = try #require(hiddenFields(of: action), "no form for \(action) at \(answer.path)", sourceLocation: sourceLocation)
        let body = hidden.merging(fields) { $1 }.map { "\(PercentCoding.encode($0))=\(PercentCoding.encode($1))" }.joined(separator: "&")
        var request = request("POST", action)
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        request.headers["Origin"] = Self.origin
        request.body = Array(body.utf8)
        return try await open(request, action)
    }

    /// Sends a file with the form of this action.
    @discardableResult
    mutating func upload(_ action: String, _ fields: [String: String], file: [UInt8]) async throws -> Answer {
        let hidden = try #require(hiddenFields(of: action), "no form for \(action) at \(answer.path)")
        var body: [UInt8] = []
        for (name, value) in hidden.merging(fields, uniquingKeysWith: { $1 }) {
            body += Array("--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        body += Array("--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        body += file + Array("\r\n--edge--\r\n".utf8)
        var request = request("POST", action)
        request.headers["Content-Type"] = "multipart/form-data; boundary=edge"
        request.headers["Origin"] = Self.origin
        request.body = body
        return try await open(request, action)
    }

    /// A request with this browser's cookies, to be changed before it is sent.
    func request(_ method: String, _ target: String) -> HTTPRequest {
        var request = HTTPRequest(method: method, target: target, peer: "192.0.2.1", id: "test")
        request.headers["Host"] = "mantel.example"
        if !cookies.isEmpty { request.headers["Cookie"] = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ") }
        return request
    }

    func hiddenFields(of action: String) -> [String: String]? {
        let tags = answer.markup.tags
        guard let start = tags.firstIndex(where: { $0.name == "form" && $0.attributes["action"] == action }) else { return nil }
        var fields: [String: String] = [:]
        for tag in tags[(start + 1)...].prefix(while: { $0.name != "form" }) where tag.attributes["type"] == "hidden" {
            if let name = tag.attributes["name"] { fields[name] = tag.attributes["value"] ?? "" }
        }
        return fields
    }

    private mutating func open(_ first: HTTPRequest, _ path: String) async throws -> Answer {
        var (request, path) = (first, path)
        for _ in 0..<5 {
            let response = await pages.respond(to: request)
            for cookie in response.headers.all("Set-Cookie") { keep(cookie) }
            guard response.status == 303, let next = response.headers["Location"] else {
                let text = if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
                answer = Answer(path: path, status: response.status, headers: response.headers, text: text, markup: Markup(text))
                return answer
            }
            path = String(next.prefix { $0 != "#" })
            request = self.request("GET", path)
        }
        throw ServiceMissing("the redirects do not end")
    }

    private mutating func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), pair.count == 2 else { return }
        cookies[String(pair[0])] = parts.contains("Max-Age=0") ? nil : String(pair[1])
    }
}

extension Browser {
    /// Makes an account and a household, and returns the household's path.
    mutating func settle(_ name: String) async throws -> String {
        try await signUp(name)
        #expect(answer.path == "/households")
        try await send("/households", ["name": "The \(name)s", "currency": "EUR", "zone": "Europe/Dublin"])
        return answer.path
    }

    mutating func signUp(_ name: String, next: String = "") async throws {
        try await get(next.isEmpty ? "/signup" : "/signup?next=\(next)")
        try await send("/signup", ["name": name, "email": "\(name.lowercased())@example.org", "password": "three quiet grey owls"])
    }

    /// Everything that `pattern` captures on the page, once each, in order.
    func matches(_ pattern: Regex<(Substring, Substring)>) -> [String] {
        var found: [String] = []
        for match in answer.text.matches(of: pattern) where !found.contains(String(match.1)) { found.append(String(match.1)) }
        return found
    }
}
