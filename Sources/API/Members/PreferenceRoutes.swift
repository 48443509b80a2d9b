public import HTTPServer
public import Store

extension Router<APIContext> {
    mutating func addPreferences() {
        on("GET", "/api/v1/preferences", showPreferences)
        on("PATCH", "/api/v1/preferences", changePreferences)
    }
}

struct PreferenceChange: RequestBody {
    var mailNotices: Bool?
    init(_ fields: inout Fields) { mailNotices = fields.optional("mailNotices") }
}

@Sendable private func showPreferences(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.preferences(try context.session(request)))
}

@Sendable private func changePreferences(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let body: PreferenceChange = try request.decode()
    return .json(200, try await context.store.changePreferences(mailNotices: body.mailNotices, key))
}

extension Preferences: JSONValue {
    public func write(to json: inout JSONWriter) { json.object { $0.field("mailNotices", mailNotices) } }
}
