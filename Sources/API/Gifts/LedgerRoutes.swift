import Foundation
public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addLedger() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/purchase", purchase)
        on("DELETE", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/purchase", undoPurchase)
        on("POST", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/refunds", refund)
        on("GET", "/api/v1/households/:household/occasions/:occasion/ledger", showLedger)
        on("POST", "/api/v1/households/:household/occasions/:occasion/ledger/:entry/corrections", correctEntry)
        on("POST", "/api/v1/households/:household/occasions/:occasion/ledger/:entry/refunds", refundEntry)
        on("GET", "/api/v1/households/:household/occasions/:occasion/budget", showBudget)
    }
}

struct Purchase: RequestBody {
    var paid: Amount
    var rate: String?
    var paidBy: Member.ID?
    var day: Day?
    var receipt: ScanView.ID?
    var additional: Bool?

    init(_ fields: inout Fields) {
        additional = fields.optional("additional")
        paid = fields.object("paid")
        rate = fields.optionalText("rate", 1...ExchangeRate.longestText)
        paidBy = fields.optional("paidBy")
        day = fields.optional("day")
        receipt = fields.optional("receipt")
    }
}

struct Refund: RequestBody {
    var refunded: Amount
    var paidBy: Member.ID?
    var day: Day?
    var reason: String?

    init(_ fields: inout Fields) {
        refunded = fields.object("refunded")
        paidBy = fields.optional("paidBy")
        day = fields.optional("day")
        reason = fields.optionalText("reason", 1...500)
        fields.check(refunded.minor > 0, "refunded/minor", "must be more than 0")
    }
}

struct Correction: RequestBody {
    var paid: Amount?
    var rate: String?
    var reason: String?

    init(_ fields: inout Fields) {
        paid = fields.optionalObject("paid")
        rate = fields.optionalText("rate", 1...ExchangeRate.longestText)
        reason = fields.optionalText("reason", 1...500)
        fields.check(paid != nil || rate != nil, "paid", "or a rate must be given")
    }
}

@Sendable private func purchase(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: Purchase = try request.decode()
    let draft = PurchaseDraft(
        paid: body.paid.minor, currency: body.paid.currency, rate: body.rate, paidBy: body.paidBy, day: body.day, receipt: body.receipt,
        isAdditional: request.means(additional: body.additional))
    return .json(201, try await context.store.purchase(
        try context.newID(request), draft, of: try path.id("gift"), on: try path.id("occasion"), as: caller))
}

extension HTTPRequest {
    /// Whether a purchase of what is paid for already is meant. A program that names each purchase means a new name; one
    /// that names none may well be sending the same again, and has to say so.
    func means(additional: Bool?) -> Bool { additional ?? (headers["Idempotency-Key"] != nil) }
}

@Sendable private func undoPurchase(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.undoPurchase(of: try path.id("gift"), on: try path.id("occasion"), as: try context.caller(request, path)))
}

@Sendable private func refund(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: Refund = try request.decode()
    let draft = PurchaseDraft(paid: body.refunded.minor, currency: body.refunded.currency, paidBy: body.paidBy, day: body.day, receipt: nil)
    return .json(201, try await context.store.refund(
        try context.newID(request), draft, of: try path.id("gift"), on: try path.id("occasion"), as: caller))
}

@Sendable private func correctEntry(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: Correction = try request.decode()
    let draft = CorrectionDraft(paid: body.paid?.minor, currency: body.paid?.currency, rate: body.rate, reason: body.reason)
    return .json(201, try await context.store.correct(
        try path.id("entry"), entering: try context.newID(request), draft, on: try path.id("occasion"), as: caller))
}

@Sendable private func refundEntry(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: Refund = try request.decode()
    let draft = PurchaseDraft(paid: body.refunded.minor, currency: body.refunded.currency, paidBy: body.paidBy, day: body.day, receipt: nil)
    return .json(201, try await context.store.refund(
        try context.newID(request), draft, reason: body.reason, ofEntry: try path.id("entry"), on: try path.id("occasion"), as: caller))
}

@Sendable private func showBudget(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    return .json(200, try await context.store.budget(of: try path.id("occasion"), asOf: try request.asOf, as: caller))
}

extension HTTPRequest {
    /// The day that is asked for; nil for now.
    var asOf: Day? {
        get throws(Problem) {
            guard let text = query["asOf"] else { return nil }
            guard let day = Day(text) else { throw .invalid([.init("/asOf", "must be \(Day.expectation)")]) }
            return day
        }
    }
}

/// JSON in pages (`?cursor=`), or with `Accept: text/csv` one file.
@Sendable private func showLedger(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), occasion: Occasion.ID = try path.id("occasion")
    let day = try request.asOf
    if request.headers["Accept"]?.contains("text/csv") == true {
        let entries = try await context.store.ledger(of: occasion, after: nil, limit: LedgerFile.largestRows, asOf: day, as: caller).entries
        return .text(200, LedgerFile(entries: entries).text, type: "text/csv; charset=utf-8")
            .with("Content-Disposition", "attachment; filename=\"ledger.csv\"")
    }
    let page = try await context.store.ledger(of: occasion, after: request.query["cursor"].flatMap { LedgerEntry.ID($0) }, limit: 200, asOf: day, as: caller)
    return .json(200, Page(page.entries, next: page.next?.description))
}

/// The ledger as a spreadsheet reads it: ISO days, dot decimals, UTF-8.
struct LedgerFile {
    static let largestRows = 100_000
    let entries: [LedgerEntry]

    var text: String {
        let rows = entries.map { entry in
            [
                entry.id.description, entry.entered.formatted(.iso8601), entry.kind.rawValue, entry.gift.description,
                entry.recipient.description, entry.paidBy.description, entry.day?.description ?? "", entry.amount?.plain ?? "",
                entry.amount?.currency.code ?? "", entry.foreign?.money.plain ?? "", entry.foreign?.money.currency.code ?? "",
                entry.foreign?.rate?.plain ?? "", entry.about?.description ?? "", entry.reason ?? "", entry.batch.description, entry.undoes?.description ?? "",
            ]
        }
        return SeparatedText.file([["id", "entered", "kind", "gift", "recipient", "paidBy", "day", "amount", "currency", "original", "originalCurrency", "rate", "about", "reason", "batch", "undoes"]] + rows)
    }
}

extension LedgerEntry: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("gift", gift)
            $0.field("recipient", recipient)
            $0.field("kind", kind.rawValue)
            $0.field("amount", amount)
            $0.field("original", foreign?.money)
            $0.field("rate", foreign?.rate?.plain)
            $0.field("waiting", isWaiting)
            $0.field("about", about)
            $0.field("reason", reason)
            $0.field("batch", batch)
            $0.field("undoes", undoes)
            $0.field("paidBy", paidBy)
            $0.field("day", day)
            $0.field("entered", Moment(entered))
        }
    }
}

extension PastBudget: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("asOf", day)
            $0.field("limit", limit)
            $0.field("spent", spent)
            $0.field("left", left)
            $0.field("waiting", waiting)
        }
    }
}
