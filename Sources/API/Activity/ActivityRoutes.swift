public import Household
public import HTTPServer
import ServiceKit
import Store

extension Router<APIContext> {
    mutating func addActivity() {
        on("GET", "/api/v1/households/:household/activity", showActivity)
        on("GET", "/api/v1/households/:household/occasions/:occasion/activity", showActivityOfOccasion)
        on("POST", "/api/v1/households/:household/activity/:activity/undo", undo)
    }
}

@Sendable private func showActivity(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await page(request, path, context, on: nil)
}

@Sendable private func showActivityOfOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await page(request, path, context, on: try path.id("occasion"))
}

private func page(_ request: HTTPRequest, _ path: Path, _ context: APIContext, on occasion: Occasion.ID?) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let page = try await context.store.activity(on: occasion, before: request.query["cursor"].flatMap { .init($0) }, as: caller)
    return .json(200, Page(page.lines, next: page.next?.description))
}

@Sendable private func undo(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(201, try await context.store.undo(try path.id("activity"), as: try context.caller(request, path)))
}

extension ActivityLine: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("kind", kind.rawValue)
            $0.field("by", by)
            $0.field("at", Moment(at))
            switch thing {
            case .gifts(_, let occasion):
                $0.field("occasion", occasion)
                $0.field("recipient", Recipient.ID?.none)
                $0.field("name", String?.none)
            case .recipient(let recipient, let name):
                $0.field("occasion", Occasion.ID?.none)
                $0.field("recipient", recipient)
                $0.field("name", name)
            case .occasion(let occasion, let name):
                $0.field("occasion", occasion)
                $0.field("recipient", Recipient.ID?.none)
                $0.field("name", name)
            }
            $0.field("gifts", parts)
            $0.field("reverses", reverses)
            $0.field("reversedBy", reversedBy)
            $0.field("undoable", reversal == .possible)
            $0.field("until", until)
        }
    }

    private var reversedBy: ID? { if case .done(let by) = reversal { by } else { nil } }
}

extension ActivityLine.Part: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("gift", gift)
            $0.field("recipient", recipient)
            $0.field("name", name)
            $0.field("amount", amount)
        }
    }
}
