import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addCategories() {
        page("/h/:household/budget") { room, _ in try await CategoryHandlers(room: room).show() }
        form("/h/:household/budget") { room, form, _ in try await CategoryHandlers(room: room).add(form) }
        form("/h/:household/budget/entries") { room, form, _ in try await CategoryHandlers(room: room).enter(form) }
        page("/h/:household/budget/:category") { room, path in try await CategoryHandlers(room: room).show(try path.id("category")) }
        form("/h/:household/budget/:category") { room, form, path in try await CategoryHandlers(room: room).change(try path.id("category"), form) }
        form("/h/:household/budget/:category/entries") { room, form, path in try await CategoryHandlers(room: room).enter(form, into: try path.id("category")) }
        form("/h/:household/budget/:category/removal") { room, form, path in try await CategoryHandlers(room: room).archive(try path.id("category"), form) }
        form("/h/:household/budget/:category/entries/:entry/removal") { room, form, path in
            try await CategoryHandlers(room: room).takeBack(try path.id("entry"), of: try path.id("category"), form)
        }
    }
}

/// What a household spends each month, beyond gifts.
struct CategoryHandlers: Sendable {
    let room: Room

    /// Grown-ups say what may be spent; everybody but guests enters what was.
    private var mayPlan: Bool { room.role.mayInvite }

    private func month(_ text: String?) throws -> Month? {
        guard room.role.maySeeBudgets else { throw Problem.notFound }
        guard let text, !text.isEmpty else { return nil }
        guard let month = Month(text) else { throw Problem.notFound }
        return month
    }

    private func frame(of month: Month?) -> MonthChoice { MonthChoice(shown: month ?? Month(room.today), current: Month(room.today)) }

    func show(_ asked: String? = nil, newEntry: Entries = .empty, newCategory: Entries = .empty) async throws -> HTTPResponse {
        let month = try month(asked ?? room.visit.request.query["month"])
        let views = try await room.store.categories(in: month, as: room.caller)
        let page = BudgetPage(
            month: frame(of: month), currency: room.currency, categories: views.map(CategorySum.init), mayPlan: mayPlan,
            form: EntryForm(
                today: room.today, currency: room.currency, month: month.map(\.description) ?? "", categories: views.map { .init("\($0.category.id)", $0.category.name) }, payers: payers, me: "\(room.me)",
                entries: newEntry),
            newCategory: newCategory)
        return room.page(page.html(in: room.frame), status: max(room.status(newEntry), room.status(newCategory)))
    }

    func show(
        _ category: BudgetCategory.ID, _ asked: String? = nil, newEntry: Entries = .empty, changes: Entries = .empty, removal: Entries = .empty
    ) async throws -> HTTPResponse {
        let month = try month(asked ?? room.visit.request.query["month"])
        let view = try await room.store.category(category, in: month, as: room.caller)
        let entries = try await room.store.entries(of: category, in: month, as: room.caller)
        let undone = Set(entries.compactMap(\.takesBack))
        let page = CategoryPage(
            key: "\(category)", version: view.category.version, month: frame(of: month), sum: CategorySum(view),
            lines: entries.filter { $0.takesBack == nil }.reversed().map { entry in
                .init(
                    key: "\(entry.id)", amount: entry.amount, day: entry.day, note: entry.note, payer: room.face(of: entry.paidBy).name,
                    isTakenBack: undone.contains(entry.id))
            },
            mayPlan: mayPlan,
            form: EntryForm(
                today: room.today, currency: view.category.currency, month: month.map(\.description) ?? "", payers: payers, me: "\(room.me)", entries: newEntry),
            changes: changes, removal: removal)
        return room.page(page.html(in: room.frame), status: max(room.status(newEntry), room.status(changes), room.status(removal)))
    }

    private var payers: [Field.Choice] { room.members.filter { $0.role.maySeeBudgets }.map { .init("\($0.id)", $0.name) } }

    func add(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.text("name", upTo: 80), limit = form.amount("limit", in: room.currency)
        if form.isSound {
            do {
                let made = try await room.store.addCategory(room.id(madeBy: form), name: name, limit: limit?.minor, as: room.caller)
                return room.see("/budget/\(made.category.id)", saying: .added)
            } catch StoreError.conflict(_, let detail) {
                form.refuseAll(detail)
            }
        }
        return try await show(form["month"], newCategory: form.entries)
    }

    /// Of the page of one category, or of the one over all, where the form says which.
    func enter(_ form: FormReader, into known: BudgetCategory.ID? = nil) async throws -> HTTPResponse {
        var form = form
        let chosen: BudgetCategory.ID? = form.id("category")
        if known == nil, chosen == nil { form.refuse("category", "is needed") }
        let category = known ?? chosen
        var currency = room.currency
        if let category { currency = try await room.store.category(category, in: nil, as: room.caller).category.currency }
        let amount = form.amount("amount", in: currency)
        if amount.map({ $0.minor == 0 }) ?? true { form.refuse("amount", "is needed: how much was it?") }
        let day = form.day("day"), note = form.optionalText("note", upTo: 200), payer: Member.ID? = form.id("payer")
        if form.isSound, let category, let amount {
            let minor = form.has("back") ? -amount.minor : amount.minor
            do {
                let entry = try await room.store.addEntry(
                    room.id(madeBy: form), EntryDraft(minor: minor, day: day, note: note, paidBy: payer), to: category, as: room.caller)
                return seeMonth(known, of: Month(entry.day), saying: .added)
            } catch StoreError.conflict(_, let detail) {
                form.refuseAll(detail)
            } catch StoreError.invalid(_, let detail) {
                form.refuse("payer", detail)
            }
        }
        guard let known else { return try await show(form["month"], newEntry: form.entries) }
        return try await show(known, form["month"], newEntry: form.entries)
    }

    /// To the month where what was entered is to be seen.
    private func seeMonth(_ category: BudgetCategory.ID?, of month: Month, saying word: FlashNote.Word) -> HTTPResponse {
        let query = month == Month(room.today) ? "" : "?month=\(month)"
        return room.see("/budget\(category.map { "/\($0)" } ?? "")\(query)", saying: word)
    }

    func change(_ category: BudgetCategory.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let before = try await room.store.category(category, in: nil, as: room.caller)
        let name = form.text("name", upTo: 80), limit = form.amount("limit", in: before.category.currency)
        if form.isSound {
            do {
                _ = try await room.store.changeCategory(
                    category, name: name, limit: limit == before.limit ? nil : .some(limit?.minor), version: Int(form["version"]), as: room.caller)
                return room.see("/budget/\(category)", saying: .saved)
            } catch StoreError.conflict(_, let detail) {
                form.refuse("name", detail)
            } catch StoreError.stale {
                return room.see("/budget/\(category)", saying: .changedElsewhere)
            }
        }
        return try await show(category, form["month"], changes: form.entries)
    }

    func archive(_ category: BudgetCategory.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        guard form["sure"] == "yes" else {
            form.refuse("sure", "is needed: tick it to say that you mean it")
            return try await show(category, form["month"], removal: form.entries)
        }
        try await room.store.deleteCategory(category, as: room.caller)
        return room.see("/budget", saying: .removed)
    }

    func takeBack(_ entry: BudgetEntry.ID, of category: BudgetCategory.ID, _ form: FormReader) async throws -> HTTPResponse {
        try await room.store.takeBack(entry, of: category, as: room.caller)
        return seeMonth(category, of: try month(form["month"]) ?? Month(room.today), saying: .removed)
    }
}

extension CategorySum {
    init(_ view: CategoryView) {
        self.init(
            key: "\(view.category.id)", name: view.category.name,
            // What is spent is all there is to a month: nothing is planned ahead of it.
            tally: Tally(limit: view.limit, planned: view.spent, spent: view.spent, gifts: 0, bought: 0))
    }
}
