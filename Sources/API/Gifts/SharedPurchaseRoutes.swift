public import Household
public import HTTPServer
import Secrets
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addSharedPurchases() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/purchases", purchaseSeveral)
    }
}

/// `{"lines": [{"gift", "price"}], "shipping", "tax", "discount"}`: several gifts from one purchase.
struct PurchaseOfSeveral: RequestBody {
    struct Line: RequestBody {
        var gift: Gift.ID
        var price: Amount

        init(_ fields: inout Fields) {
            gift = fields.value("gift")
            price = fields.object("price")
        }
    }

    var lines: [Line]
    var shipping: Amount?
    var tax: Amount?
    var discount: Amount?
    var paidBy: Member.ID?
    var day: Day?
    var receipt: ScanView.ID?
    var additional: Bool?

    init(_ fields: inout Fields) {
        lines = fields.objects("lines", limit: Store.largestPurchase)
        shipping = fields.optionalObject("shipping")
        tax = fields.optionalObject("tax")
        discount = fields.optionalObject("discount")
        paidBy = fields.optional("paidBy")
        day = fields.optional("day")
        receipt = fields.optional("receipt")
        additional = fields.optional("additional")
        let isThere = fields.optional("lines", as: JSON.self) != nil
        fields.check(isThere, "lines", "is required")
        fields.check(!isThere || !lines.isEmpty, "lines", "must name at least one gift")
    }
}

@Sendable private func purchaseSeveral(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), occasion: Occasion.ID = try path.id("occasion")
    let body: PurchaseOfSeveral = try request.decode()
    let currency = try await context.store.occasion(occasion, as: caller).occasion.currency
    // Each entry has an id of its own, which says nothing of the others.
    let purchase: LedgerEntry.ID = try context.newID(request)
    let lines = try body.lines.enumerated().map { index, line in
        PurchaseLine(
            entry: .init(context.linkSecret.identifier(of: "purchase \(purchase) \(line.gift)")), gift: line.gift,
            minor: try line.price.minor(in: currency, "/lines/\(index)/price"))
    }
    let draft = SharedPurchaseDraft(
        lines: lines, shipping: try body.shipping?.minor(in: currency, "/shipping") ?? 0, tax: try body.tax?.minor(in: currency, "/tax") ?? 0,
        discount: try body.discount?.minor(in: currency, "/discount") ?? 0, paidBy: body.paidBy, day: body.day, receipt: body.receipt,
        isAdditional: request.means(additional: body.additional))
    let entries = try await context.store.purchase(draft, on: occasion, as: caller)
    return .json(201, SharedPurchaseAnswer(entries: entries, currency: currency))
}

private struct SharedPurchaseAnswer: JSONValue {
    let entries: [LedgerEntry]
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("total", Money(minor: entries.reduce(0) { $0 + ($1.amount?.minor ?? 0) }, currency: currency))
            $0.field("items", entries)
        }
    }
}
