public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addGifts() {
        on("POST", "/api/v1/households/:household/occasions/:occasion/gifts", addGift)
        on("GET", "/api/v1/households/:household/occasions/:occasion/gifts", listGifts)
        on("GET", "/api/v1/households/:household/occasions/:occasion/gifts/:gift", showGift)
        on("PATCH", "/api/v1/households/:household/occasions/:occasion/gifts/:gift", changeGift)
        on("DELETE", "/api/v1/households/:household/occasions/:occasion/gifts/:gift", deleteGift)
        on("POST", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/revelation", revealGift)
    }
}

struct NewGift: RequestBody {
    var recipient: Recipient.ID
    var name: String
    var estimate: Amount?
    var url: String?
    var notes: String?
    var status: GiftStatus
    var category: BudgetCategory.ID?

    init(_ fields: inout Fields) {
        category = fields.optional("category")
        recipient = fields.value("recipient")
        name = fields.text("name", 1...300)
        estimate = fields.optionalObject("estimate")
        url = fields.optionalText("url", 1...2000)
        notes = fields.optionalText("notes", 1...10_000)
        status = fields.optional("status") ?? .planned
        if let url { fields.check(url.isWebAddress, "url", "must begin with http:// or https://") }
    }
}

struct GiftChangeBody: RequestBody {
    var name: String?
    var estimate: Amount?
    var changesEstimate: Bool
    var url: Change<String>
    var notes: Change<String>
    var status: GiftStatus?
    var category: Change<BudgetCategory.ID>

    init(_ fields: inout Fields) {
        category = fields.change("category")
        name = fields.optionalText("name", 1...300)
        changesEstimate = fields.change("estimate", as: JSON.self) != .keep
        estimate = fields.optionalObject("estimate")
        url = fields.change("url")
        notes = fields.change("notes")
        status = fields.optional("status")
        if case .set(let url) = url {
            fields.check(url.isWebAddress && url.count <= 2000, "url", "must begin with http:// or https:// and have at most 2000 characters")
        }
        if case .set(let notes) = notes { fields.check(notes.count <= 10_000, "notes", "must have at most 10000 characters") }
    }
}

@Sendable private func addGift(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), occasion: Occasion.ID = try path.id("occasion")
    let body: NewGift = try request.decode()
    let draft = GiftDraft(
        recipient: body.recipient, name: body.name, status: body.status, estimate: body.estimate?.minor, currency: body.estimate?.currency,
        url: body.url, notes: body.notes, category: body.category)
    let gift = try await context.store.addGift(try context.newID(request), draft, on: occasion, as: caller)
    return .created(gift, at: "\(request.path)/\(gift.id)")
}

/// `?recipient=` narrows the list to one person. With `Accept: text/csv` one file, which an import takes.
@Sendable private func listGifts(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    var recipient: Recipient.ID?
    if let text = request.query["recipient"] {
        guard let id = Recipient.ID(text) else { throw Problem.invalid([.init("/recipient", "must be an id")]) }
        recipient = id
    }
    let gifts = try await context.store.gifts(on: try path.id("occasion"), for: recipient, as: caller)
    guard request.headers["Accept"]?.contains("text/csv") == true else { return .list(gifts) }
    let file = GiftFile(gifts: gifts, recipients: try await context.store.recipients(as: caller))
    return .text(200, file.text, type: "text/csv; charset=utf-8").with("Content-Disposition", "attachment; filename=\"gifts.csv\"")
}

@Sendable private func showGift(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let gift = try await context.store.gift(try path.id("gift"), on: try path.id("occasion"), as: try context.caller(request, path))
    return .json(200, gift).with("ETag", EntityTag("\(gift.version)").field)
}

@Sendable private func changeGift(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Gift.ID = try path.id("gift"), occasion: Occasion.ID = try path.id("occasion")
    let body: GiftChangeBody = try request.decode()
    let before = try await context.store.gift(id, on: occasion, as: caller)
    try request.requireMatch(EntityTag("\(before.version)"))
    let change = GiftChange(
        name: body.name, status: body.status, estimate: body.changesEstimate ? .some(body.estimate?.minor) : nil,
        currency: body.estimate?.currency, url: body.url.asOptional, notes: body.notes.asOptional, category: body.category.asOptional)
    // With If-Match the version must still be the one that was read; without, the last to write wins.
    let gift = try await context.store.changeGift(
        id, on: occasion, change, version: request.headers["If-Match"] == nil ? nil : before.version, as: caller)
    return .json(200, gift).with("ETag", EntityTag("\(gift.version)").field)
}

@Sendable private func deleteGift(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.deleteGift(try path.id("gift"), on: try path.id("occasion"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func revealGift(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let gift = try await context.store.revealGift(try path.id("gift"), on: try path.id("occasion"), as: try context.caller(request, path))
    return .json(200, gift).with("ETag", EntityTag("\(gift.version)").field)
}

extension String {
    var isWebAddress: Bool { lowercased().hasPrefix("http://") || lowercased().hasPrefix("https://") }
}

extension Gift: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("occasion", occasion)
            $0.field("recipient", recipient)
            $0.field("name", name)
            $0.field("status", status.rawValue)
            $0.field("estimate", estimate)
            $0.field("actual", actual)
            $0.field("url", url)
            $0.field("notes", notes)
            $0.field("category", category)
            $0.field("revealed", isRevealed)
        }
    }
}
