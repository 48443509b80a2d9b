public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addRepayments() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/repayments", repay)
        on("GET", "/api/v1/households/:household/occasions/:occasion/repayments", listRepayments)
        on("DELETE", "/api/v1/households/:household/occasions/:occasion/repayments/:repayment", withdrawRepayment)
    }
}

/// A transfer of the settlement, or a part of one, as it was paid.
struct NewRepayment: RequestBody {
    /// People from whom the gifts of one part of a settlement may be kept.
    static let largestSecretFrom = 50

    var from: Member.ID
    var to: Member.ID
    var amount: Amount
    var day: Day?
    var secretFrom: [Member.ID]

    init(_ fields: inout Fields) {
        from = fields.value("from")
        to = fields.value("to")
        amount = fields.object("amount")
        day = fields.optional("day")
        secretFrom = fields.list("secretFrom", limit: Self.largestSecretFrom)
        fields.check(amount.minor > 0, "amount/minor", "must be more than 0")
    }
}

@Sendable private func repay(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewRepayment = try request.decode()
    let draft = RepaymentDraft(
        from: body.from, to: body.to, minor: body.amount.minor, currency: body.amount.currency, day: body.day, secretFrom: body.secretFrom)
    let made = try await context.store.repay(try context.newID(request), draft, on: try path.id("occasion"), as: caller)
    return .created(made, at: "\(request.path)/\(made.id)")
}

@Sendable private func listRepayments(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.repayments(on: try path.id("occasion"), as: try context.caller(request, path)))
}

@Sendable private func withdrawRepayment(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.withdrawRepayment(try path.id("repayment"), on: try path.id("occasion"), as: try context.caller(request, path))
    return .noContent
}

extension Repayment: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("from", from)
            $0.field("to", to)
            $0.field("amount", amount)
            $0.field("day", day)
            $0.field("enteredBy", enteredBy)
            $0.field("entered", Moment(entered))
            $0.field("secretFrom", secretFrom)
        }
    }
}
