public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addOccasions() {
        on("POST", "/api/v1/households/:household/occasions", addOccasion)
        on("GET", "/api/v1/households/:household/occasions", listOccasions)
        on("GET", "/api/v1/households/:household/occasions/:occasion", showOccasion)
        on("PATCH", "/api/v1/households/:household/occasions/:occasion", changeOccasion)
        on("DELETE", "/api/v1/households/:household/occasions/:occasion", deleteOccasion)
        on("PUT", "/api/v1/households/:household/occasions/:occasion/limits/:recipient", setRecipientLimit)
    }
}

struct NewOccasion: RequestBody {
    var name: String
    var day: Day
    var revealDay: Day?
    var limit: Amount?

    init(_ fields: inout Fields) {
        name = fields.text("name", 1...200)
        day = fields.value("day")
        revealDay = fields.optional("revealDay")
        limit = fields.optionalObject("limit")
    }
}

struct OccasionChange: RequestBody {
    var name: String?
    var day: Day?
    var revealDay: Change<Day>
    var limit: Amount?
    var changesLimit: Bool

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...200)
        day = fields.optional("day")
        revealDay = fields.change("revealDay")
        changesLimit = fields.change("limit", as: JSON.self) != .keep
        limit = fields.optionalObject("limit")
    }
}

/// `{"limit": {"minor": 12000, "currency": "EUR"}}`, or null for no limit.
struct LimitBody: RequestBody {
    var limit: Amount?

    init(_ fields: inout Fields) {
        fields.check(fields.change("limit", as: JSON.self) != .keep, "limit", "is required; null means no limit")
        limit = fields.optionalObject("limit")
    }
}

@Sendable private func addOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewOccasion = try request.decode()
    let currency = try await context.store.membership(caller).currency
    let view = try await context.store.addOccasion(
        try context.newID(request), OccasionDraft(name: body.name, day: body.day, revealDay: body.revealDay),
        limit: try body.limit?.minor(in: currency, "/limit"), as: caller)
    return .created(view, at: "\(request.path)/\(view.occasion.id)")
}

@Sendable private func listOccasions(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.occasions(as: try context.caller(request, path)))
}

@Sendable private func showOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let view = try await context.store.occasion(try path.id("occasion"), as: try context.caller(request, path))
    return .json(200, view).with("ETag", EntityTag("\(view.occasion.version)").field)
}

@Sendable private func changeOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Occasion.ID = try path.id("occasion")
    let body: OccasionChange = try request.decode()
    let before = try await context.store.occasion(id, as: caller)
    try request.requireMatch(EntityTag("\(before.occasion.version)"))
    var view = before
    if body.name != nil || body.day != nil || body.revealDay != .keep {
        let draft = OccasionDraft(
            name: body.name ?? before.occasion.name, day: body.day ?? before.occasion.day,
            revealDay: body.revealDay.applied(to: before.occasion.revealDay))
        view = try await context.store.changeOccasion(id, draft, version: before.occasion.version, as: caller)
    }
    if body.changesLimit {
        try await context.store.setLimit(try body.limit?.minor(in: before.occasion.currency, "/limit"), of: id, for: nil, as: caller)
        view = try await context.store.occasion(id, as: caller)
    }
    return .json(200, view).with("ETag", EntityTag("\(view.occasion.version)").field)
}

@Sendable private func deleteOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.deleteOccasion(try path.id("occasion"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func setRecipientLimit(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let occasion: Occasion.ID = try path.id("occasion"), recipient: Recipient.ID = try path.id("recipient")
    let body: LimitBody = try request.decode()
    let currency = try await context.store.occasion(occasion, as: caller).occasion.currency
    try await context.store.setLimit(try body.limit?.minor(in: currency, "/limit"), of: occasion, for: recipient, as: caller)
    return .json(200, try await context.store.recipient(recipient, on: occasion, as: caller))
}

extension Amount {
    /// Minor units, where the amount is of `currency`.
    func minor(in currency: Currency, _ pointer: String) throws(Problem) -> Int {
        guard self.currency == currency else {
            throw .invalid([.init("\(pointer)/currency", "must be \(currency.code), the currency of this occasion")])
        }
        return minor
    }
}

extension Change {
    func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }

    /// Nil keeps; an inner nil clears.
    var asOptional: Value?? {
        switch self {
        case .keep: nil
        case .clear: .some(nil)
        case .set(let new): .some(new)
        }
    }
}

extension OccasionView: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", occasion.id)
            $0.field("name", occasion.name)
            $0.field("day", occasion.day)
            $0.field("revealDay", occasion.revealDay)
            $0.field("daysLeft", daysLeft)
            tally.writeFields(to: &$0)
        }
    }
}

extension Tally {
    func writeFields(to json: inout JSONWriter) {
        json.field("limit", limit)
        json.field("planned", planned)
        json.field("spent", spent)
        json.field("left", left)
        json.field("gifts", gifts)
        json.field("bought", bought)
        json.field("done", isDone)
    }
}
