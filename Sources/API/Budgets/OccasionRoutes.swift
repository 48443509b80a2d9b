import Foundation
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
    var day: Day?
    var rule: DayRule?
    var revealDay: Day?
    var limit: Amount?
    var thresholds: [Int]?

    init(_ fields: inout Fields) {
        name = fields.text("name", 1...200)
        day = fields.optional("day")
        rule = fields.optional("rule")
        revealDay = fields.optional("revealDay")
        limit = fields.optionalObject("limit")
        thresholds = fields.thresholds("thresholds").applied(to: nil)
        let hasNeither = fields.optional("day", as: JSON.self) == nil && fields.optional("rule", as: JSON.self) == nil
        fields.check(!hasNeither, "day", "or a rule for it must be given")
    }
}

struct OccasionChange: RequestBody {
    var name: String?
    var day: Day?
    var rule: Change<DayRule>
    var revealDay: Change<Day>
    var limit: Amount?
    var changesLimit: Bool
    var thresholds: Change<[Int]>

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...200)
        day = fields.optional("day")
        rule = fields.change("rule")
        thresholds = fields.thresholds("thresholds")
        revealDay = fields.change("revealDay")
        changesLimit = fields.change("limit", as: JSON.self) != .keep
        limit = fields.optionalObject("limit")
    }

    /// What the occasion becomes. A rule brings its next day along; another day keeps the rule where it falls on it.
    func draft(of before: Occasion, today: Day) throws(Problem) -> OccasionDraft {
        var draft = OccasionDraft(
            name: name ?? before.name, day: day ?? before.day, rule: before.rule, revealDay: revealDay.applied(to: before.revealDay),
            thresholds: thresholds.applied(to: before.thresholds))
        switch rule {
        case .keep: draft.rule = before.rule.flatMap { $0.falls(on: draft.day) ? $0 : nil }
        case .clear: draft.rule = nil
        case .set(let rule):
            draft.rule = rule
            if day == nil, !rule.falls(on: before.day) { draft.day = try rule.season(from: today) }
        }
        return draft
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
    let membership = try await context.store.membership(caller)
    guard let day = try body.day ?? body.rule?.season(from: membership.zone.day(at: .now)) else { throw Problem.invalid([.init("/day", "is needed")]) }
    let view = try await context.store.addOccasion(
        try context.newID(request),
        OccasionDraft(name: body.name, day: day, rule: body.rule, revealDay: body.revealDay, thresholds: body.thresholds),
        limit: try body.limit?.minor(in: membership.currency, "/limit"), as: caller)
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
    let limit: Int?? = body.changesLimit ? .some(try body.limit?.minor(in: before.occasion.currency, "/limit")) : nil
    // What is kept was read before: somebody else's change in between must not be undone by it, least of all to the reveal day.
    let view = try await context.store.changeOccasion(
        id, try body.draft(of: before.occasion, today: before.today), limit: limit, version: before.occasion.version, as: caller)
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

extension DayRule {
    /// The day of the season that is on, or comes next.
    func season(from today: Day) throws(Problem) -> Day {
        guard let day = next(after: today.adding(days: -1)) else { throw .invalid([.init("/rule", "has no day that is known any more")]) }
        return day
    }
}

extension Fields {
    /// Per cent of a limit; an empty list for no notices.
    mutating func thresholds(_ name: String) -> Change<[Int]> {
        guard change(name, as: JSON.self) != .keep else { return .keep }
        guard optional(name, as: JSON.self) != nil else { return .clear }
        let list: [Int] = list(name, limit: Thresholds.largestList)
        check(list.allSatisfy { (1...100).contains($0) }, name, "must be between 1 and 100")
        return .set(Set(list).sorted())
    }
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
            $0.field("rule", occasion.rule?.description)
            $0.field("nextDays", occasion.nextDays)
            $0.field("caution", occasion.rule?.caution())
            $0.field("revealDay", occasion.revealDay)
            $0.field("daysLeft", daysLeft)
            $0.field("thresholds", occasion.thresholds)
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
        json.field("waiting", waiting)
        json.field("done", isDone)
    }
}
