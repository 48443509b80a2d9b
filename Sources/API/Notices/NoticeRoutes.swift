public import Household
public import HTTPServer
public import Store

extension Router<APIContext> {
    mutating func addNotices() {
        on("GET", "/api/v1/households/:household/notices", listNotices)
        on("POST", "/api/v1/households/:household/notices/:notice/reading", readNotice)
    }
}

/// `?unread=true` leaves out what was read. The newest 200.
@Sendable private func listNotices(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.notices(limit: 200, unreadOnly: request.query["unread"] == "true", as: try context.caller(request, path)))
}

@Sendable private func readNotice(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.readNotice(try path.id("notice"), as: try context.caller(request, path))
    return .noContent
}

extension Notice: JSONValue {
    public func write(to json: inout JSONWriter) { json.object { writeFields(to: &$0) } }

    func writeFields(to json: inout JSONWriter) {
        json.field("id", id)
        json.field("kind", kind.rawValue)
        json.field("occasion", budget?.occasion ?? coming?.occasion)
        json.field("scope", budget.map { $0.recipient?.description ?? $0.category?.description ?? "occasion" } ?? monthly?.category.description)
        json.field("threshold", budget?.threshold ?? monthly?.threshold)
        json.field("text", text)
        json.field("created", Moment(created))
        json.field("read", read.map { Moment($0) })
    }
}
