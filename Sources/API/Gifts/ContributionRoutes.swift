public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addContributions() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/contributions", chipIn)
        on("GET", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/contributions", listContributions)
        on("DELETE", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/contributions/:contribution", withdraw)
        on("GET", "/api/v1/households/:household/occasions/:occasion/settlement", showSettlement)
    }
}

/// `{"member", "amount"}` or `{"member", "weight"}`; nothing at all is the caller with a weight of 1.
struct NewContribution: RequestBody {
    var member: Member.ID?
    var amount: Amount?
    var weight: Int?

    init(_ fields: inout Fields) {
        member = fields.optional("member")
        amount = fields.optionalObject("amount")
        weight = fields.optional("weight", as: JSON.self) == nil ? nil : fields.integer("weight", in: 1...1000)
        fields.check(amount == nil || weight == nil, "weight", "goes without an amount")
    }
}

@Sendable private func chipIn(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewContribution = try request.decode()
    let part: ChipIn.Part = body.amount.map { .amount($0.minor) } ?? .weight(body.weight ?? 1)
    let draft = ContributionDraft(member: body.member, part: part, currency: body.amount?.currency)
    let made = try await context.store.chipIn(
        try context.newID(request), draft, to: try path.id("gift"), on: try path.id("occasion"), as: caller)
    return .created(ContributionAnswer(made), at: "\(request.path)/\(made.id)")
}

@Sendable private func listContributions(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    return .list(try await context.store.contributions(to: try path.id("gift"), on: try path.id("occasion"), as: caller).map(ContributionAnswer.init))
}

@Sendable private func withdraw(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.withdraw(
        try path.id("contribution"), from: try path.id("gift"), on: try path.id("occasion"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func showSettlement(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.settlement(of: try path.id("occasion"), as: try context.caller(request, path)))
}

struct ContributionAnswer: JSONValue {
    let contribution: Contribution
    init(_ contribution: Contribution) { self.contribution = contribution }

    func write(to json: inout JSONWriter) {
        let currency = contribution.share.currency
        json.object {
            $0.field("id", contribution.id)
            $0.field("gift", contribution.gift)
            $0.field("member", contribution.member)
            switch contribution.part {
            case .amount(let minor):
                $0.field("amount", Money(minor: minor, currency: currency))
                $0.field("weight", Int?.none)
            case .weight(let weight):
                $0.field("amount", Money?.none)
                $0.field("weight", weight)
            }
            $0.field("share", contribution.share)
        }
    }
}

extension SettlementTransfer: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("from", from)
            $0.field("to", to)
            $0.field("amount", amount)
            $0.field("secretFrom", secretFrom)
        }
    }
}
