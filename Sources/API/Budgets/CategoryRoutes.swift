import Household
public import HTTPServer
import ServiceKit
import Store

/// What the household spends beyond presents.
extension Router<APIContext> {
    mutating func addCategories() {
        on("POST", "/api/v1/households/:household/categories", addCategory)
        on("GET", "/api/v1/households/:household/categories", listCategories)
        on("GET", "/api/v1/households/:household/categories/:category", showCategory)
        on("PATCH", "/api/v1/households/:household/categories/:category", changeCategory)
        on("DELETE", "/api/v1/households/:household/categories/:category", deleteCategory)
        on("GET", "/api/v1/households/:household/occasions/:occasion/categories", listGiftCategories)
        on("PUT", "/api/v1/households/:household/occasions/:occasion/categories/:category", setGiftCategoryLimit)
        on("POST", "/api/v1/households/:household/categories/:category/entries", addEntry)
        on("GET", "/api/v1/households/:household/categories/:category/entries", listEntries)
        on("DELETE", "/api/v1/households/:household/categories/:category/entries/:entry", takeEntryBack)
    }
}

struct NewCategory: RequestBody {
    var name: String
    var limit: Amount?

    init(_ fields: inout Fields) {
        name = fields.text("name", 1...80)
        limit = fields.optionalObject("limit")
    }
}

struct CategoryChange: RequestBody {
    var name: String?
    var limit: Amount?
    var changesLimit: Bool

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...80)
        changesLimit = fields.change("limit", as: JSON.self) != .keep
        limit = fields.optionalObject("limit")
    }
}

struct NewEntry: RequestBody {
    var amount: SignedAmount
    var day: Day?
    var note: String?
    var paidBy: Member.ID?

    init(_ fields: inout Fields) {
        amount = fields.object("amount")
        day = fields.optional("day")
        note = fields.optionalText("note", 1...300)
        paidBy = fields.optional("paidBy")
    }
}

/// Money that was spent, or came back.
struct SignedAmount: RequestBody {
    var minor: Int
    var currency: Currency

    init(_ fields: inout Fields) {
        minor = fields.integer("minor", in: -Money.largestMinor...Money.largestMinor)
        currency = fields.value("currency")
    }
}

@Sendable private func addCategory(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewCategory = try request.decode()
    let currency = try await context.store.membership(caller).currency
    let view = try await context.store.addCategory(
        try context.newID(request), name: body.name, limit: try body.limit?.minor(in: currency, "/limit"), as: caller)
    return .created(CategoryAnswer(view), at: "\(request.path)/\(view.category.id)")
}

@Sendable private func listCategories(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let views = try await context.store.categories(in: try request.month, as: try context.caller(request, path))
    return .list(views.map(CategoryAnswer.init))
}

@Sendable private func showCategory(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let view = try await context.store.category(try path.id("category"), in: try request.month, as: try context.caller(request, path))
    return .json(200, CategoryAnswer(view)).with("ETag", EntityTag("\(view.category.version)").field)
}

@Sendable private func changeCategory(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: BudgetCategory.ID = try path.id("category")
    let body: CategoryChange = try request.decode()
    let before = try await context.store.category(id, in: nil, as: caller)
    try request.requireMatch(EntityTag("\(before.category.version)"))
    let limit: Int?? = body.changesLimit ? .some(try body.limit?.minor(in: before.category.currency, "/limit")) : nil
    let view = try await context.store.changeCategory(
        id, name: body.name, limit: limit, version: request.headers["If-Match"] == nil ? nil : before.category.version, as: caller)
    return .json(200, CategoryAnswer(view)).with("ETag", EntityTag("\(view.category.version)").field)
}

@Sendable private func deleteCategory(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.deleteCategory(try path.id("category"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func addEntry(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewEntry = try request.decode()
    let draft = EntryDraft(minor: body.amount.minor, currency: body.amount.currency, day: body.day, note: body.note, paidBy: body.paidBy)
    let entry = try await context.store.addEntry(try context.newID(request), draft, to: try path.id("category"), as: caller)
    return .created(EntryAnswer(entry: entry), at: "\(request.path)/\(entry.id)")
}

@Sendable private func listEntries(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let entries = try await context.store.entries(of: try path.id("category"), in: try request.month, as: try context.caller(request, path))
    return .list(entries.map(EntryAnswer.init))
}

@Sendable private func takeEntryBack(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.takeBack(try path.id("entry"), of: try path.id("category"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func listGiftCategories(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let views = try await context.store.giftCategories(on: try path.id("occasion"), as: try context.caller(request, path))
    return .list(views.map(GiftCategoryAnswer.init))
}

@Sendable private func setGiftCategoryLimit(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), occasion: Occasion.ID = try path.id("occasion")
    let body: LimitBody = try request.decode()
    let currency = try await context.store.occasion(occasion, as: caller).occasion.currency
    let view = try await context.store.setLimit(
        try body.limit?.minor(in: currency, "/limit"), ofCategory: try path.id("category"), on: occasion, as: caller)
    return .json(200, GiftCategoryAnswer(view: view))
}

extension HTTPRequest {
    /// `?month=2026-12`; nil for the one that it is.
    fileprivate var month: Month? {
        get throws(Problem) {
            guard let text = query["month"] else { return nil }
            guard let month = Month(text) else { throw .invalid([.init("/month", "must be a month such as 2026-12")]) }
            return month
        }
    }
}
