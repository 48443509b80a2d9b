import API
import Foundation
import HTTPServer
import Secrets
import Store
import TestSupport
import Web

/// All that a server answers, pages and programs' interface, in this process and on the database of the running test.
struct Server: Sendable {
    let newsroom = Newsroom()
    let api: API
    let pages: WebPages
    let sessionCookie: String

    init() throws {
        let store = Store(try TestDatabase.current.api)
        // As cheap as argon2id can be: what it costs is tested elsewhere.
        let door = Door(store: store, hasher: PasswordHasher(cost: PasswordCost(memory: 8, passes: 1)))
        let secret = try LinkSecret("a secret that is only good for tests, and long")
        let origin = "http://mantel.test"
        api = API(APIContext(store: store, door: door, linkSecret: secret, origin: origin, newsroom: newsroom))
        let assets = try AssetLibrary(directories: [TestServices.packageRoot.appending(path: "Sources/Web/Assets")])
        var context = WebContext(store: store, door: door, linkSecret: secret, assets: assets, origin: origin)
        context.clock = { [start = Date.now] in start }
        sessionCookie = context.sessionCookie
        context.programs = { [api] in await api.respond(to: $0) }
        pages = WebPages(context: context)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        var response = request.path.hasPrefix("/api/") ? await api.respond(to: request) : await pages.respond(to: request)
        // A file that is sent as it is made; the event stream has no end, and is listened to elsewhere.
        if case .stream(let chunks) = response.body, response.headers["Content-Type"] != "text/event-stream" {
            response.body = .bytes(await chunks.reduce(into: []) { $0 += $1 })
        }
        return response
    }
}

/// Every byte of an answer: the status, the headers in their order, the body.
struct Answer: Sendable, Equatable {
    var status: Int
    var headers: [String]
    var body: [UInt8]

    init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers.map { "\($0.name): \($0.value)" }
        body = if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    init(status: Int, headers: [String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var json: JSONDocument { (try? JSONDocument(body)) ?? .null }
    var text: String { String(decoding: body, as: UTF8.self) }
    var isPage: Bool { headers.contains { $0.hasPrefix("Content-Type: text/html") } }

    /// All of it as one text, which is how two are compared by eye.
    var whole: String { "\(status)\n\(headers.joined(separator: "\n"))\n\n\(text)" }
}
