import TestSupport
import Testing

/// Somebody with an account, using the API from outside.
struct Visitor: Sendable {
    let wire: Wire
    let token: String
    let email: String

    /// Signs up and in.
    init(_ name: String, at port: Int) async throws {
        wire = Wire(port: port)
        email = "\(name.lowercased())@example.org"
        let account: JSONDocument = ["email": "\(email)", "password": "a long enough one", "name": "\(name)", "zone": "Europe/Dublin"]
        try await wire.expect(201, "POST", "/api/v1/accounts", account)
        let credentials: JSONDocument = ["email": "\(email)", "password": "a long enough one"]
        token = try #require(try await wire.expect(201, "POST", "/api/v1/sessions", credentials).token.string)
    }

    func ask(_ method: String, _ path: String, _ body: JSONDocument? = nil) async throws -> Wire.Answer {
        try await wire.send(method, path, headers: [("Authorization", "Bearer \(token)")] + (body == nil ? [] : [Wire.json]), body: try body?.bytes)
    }

    /// The answer's JSON; records an issue, and throws, where the status is another.
    @discardableResult
    func expect(_ status: Int, _ method: String, _ path: String, _ body: JSONDocument? = nil, at location: SourceLocation = #_sourceLocation) async throws -> JSONDocument {
        try (try await ask(method, path, body)).json(expecting: status, "\(method) \(path)", at: location)
    }

    func get(_ path: String, at location: SourceLocation = #_sourceLocation) async throws -> JSONDocument {
        try await expect(200, "GET", path, at: location)
    }

    func upload(_ form: FormData, to household: String) async throws -> Wire.Answer {
        try await upload(form.bytes, type: FormData.contentType, to: household)
    }

    func upload(_ body: [UInt8], type: String, to household: String) async throws -> Wire.Answer {
        try await wire.send(
            "POST", "/api/v1/households/\(household)/scans", headers: [("Authorization", "Bearer \(token)"), ("Content-Type", type)], body: body)
    }

    /// Uploads a picture; the id of its scan.
    func scan(_ picture: [UInt8], in household: String, at location: SourceLocation = #_sourceLocation) async throws -> String {
        let answer = try await upload(.scan(picture), to: household).json(expecting: 202, "upload", at: location)
        return try #require(answer.id.string, sourceLocation: location)
    }

    /// Waits until the scan is read, or is not to be read.
    func scanEnded(_ scan: String, in household: String, within limit: Duration = .seconds(60)) async throws -> JSONDocument {
        var view = JSONDocument.null
        try await eventually("the scan ended", within: limit) {
            view = try await get("/api/v1/households/\(household)/scans/\(scan)")
            return view.state == "ready" || view.state == "failed"
        }
        return view
    }
}

extension Wire {
    static let json = ("Content-Type", "application/json")

    @discardableResult
    func expect(_ status: Int, _ method: String, _ path: String, _ body: JSONDocument, at location: SourceLocation = #_sourceLocation) async throws -> JSONDocument {
        try (try await send(method, path, headers: [Self.json], body: try body.bytes)).json(expecting: status, "\(method) \(path)", at: location)
    }
}

extension Wire.Answer {
    func json(expecting expected: Int, _ what: String, at location: SourceLocation) throws -> JSONDocument {
        try #require(status == expected, "\(what): \(status) \(text.prefix(500))", sourceLocation: location)
        return json
    }
}
