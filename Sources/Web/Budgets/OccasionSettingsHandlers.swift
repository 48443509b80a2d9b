import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addOccasionSettings() {
        page("/h/:household/occasions/:occasion") { room, path in try await OccasionSettingsHandlers(room: room, path).show() }
        form("/h/:household/occasions/:occasion") { room, form, path in try await OccasionSettingsHandlers(room: room, path).change(form) }
        form("/h/:household/occasions/:occasion/categories") { room, form, path in try await OccasionSettingsHandlers(room: room, path).limit(form) }
        form("/h/:household/occasions/:occasion/copies") { room, form, path in try await OccasionSettingsHandlers(room: room, path).copy(form) }
        form("/h/:household/occasions/:occasion/removal") { room, form, path in try await OccasionSettingsHandlers(room: room, path).remove(form) }
    }
}

/// What an occasion is, how its money goes, and its next season.
struct OccasionSettingsHandlers: Sendable {
    let room: Room
    let occasion: Occasion.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        occasion = try path.id("occasion")
    }

    private var rest: String { "/occasions/\(occasion)" }

    func show(changes: Entries = .empty, limits: Entries = .empty, copy: Entries = .empty, removal: Entries = .empty) async throws -> HTTPResponse {
        let view = try await room.store.occasion(occasion, as: room.caller)
        async let entries = room.store.ledger(of: occasion, after: nil, limit: GiftHandlers.largestLedger, as: room.caller).entries
        async let categories = room.store.giftCategories(on: occasion, as: room.caller)
        let found = view.occasion
        let page = OccasionPage(
            key: "\(occasion)", name: found.name, day: found.day, daysLeft: view.daysLeft, today: room.today, rule: found.rule, revealDay: found.revealDay, version: found.version,
            tally: view.tally, nextDays: found.nextDays, isOrganiser: room.role == .organiser,
            chart: PaceChart(of: view, try await entries, in: room), pace: view.daysLeft > 0 ? view.pace : nil,
            saving: view.daysLeft > 0 ? SavingCard(
                SavingPlan(goal: view.tally.limit ?? view.tally.planned, decided: view.planned, due: found.day),
                spent: view.tally.spent, today: room.today, isLimit: view.tally.limit != nil) : nil,
            categories: try await categories.map { .init(key: "\($0.category.id)", name: $0.category.name, tally: $0.tally) },
            changes: changes, limits: limits, copy: copy, removal: removal)
        let statuses = [changes, limits, copy, removal].map(room.status)
        return room.page(page.html(in: room.frame), status: statuses.max() ?? 200)
    }

    func change(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let before = try await room.store.occasion(occasion, as: room.caller), present = before.occasion
        let name = form.text("name", upTo: 80), (day, rule) = form.occasionDay(today: room.today)
        let reveal = form.has("reveal") ? form.day("reveal") : present.revealDay
        if let reveal, let day, reveal < day { form.refuse("reveal", "must not be before the day itself") }
        let limit = form.amount("limit", in: present.currency)
        guard form.isSound, let day else { return try await show(changes: form.entries) }
        let draft = OccasionDraft(name: name, day: day, rule: rule, revealDay: reveal, thresholds: present.thresholds)
        do {
            _ = try await room.store.changeOccasion(
                occasion, draft, limit: limit == before.tally.limit ? nil : .some(limit?.minor), version: Int(form["version"]), as: room.caller)
            return room.see(rest, saying: .saved)
        } catch StoreError.stale {
            return room.see(rest, saying: .changedElsewhere)
        } catch StoreError.forbidden(let reason) {
            form.refuseAll(reason)
        } catch StoreError.invalid(let pointer, let detail) {
            form.refuse(pointer == "/revealDay" ? "reveal" : String(pointer.dropFirst()), detail)
        }
        return try await show(changes: form.entries)
    }

    /// Sets those limits of categories that differ from what is there.
    func limit(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        var changes: [(category: BudgetCategory.ID, minor: Int?)] = []
        for view in try await room.store.giftCategories(on: occasion, as: room.caller) where form.has("category-\(view.category.id)") {
            let limit = form.amount("category-\(view.category.id)", in: view.tally.spent.currency)
            if limit != view.tally.limit { changes.append((view.category.id, limit?.minor)) }
        }
        guard form.isSound else { return try await show(limits: form.entries) }
        for change in changes { _ = try await room.store.setLimit(change.minor, ofCategory: change.category, on: occasion, as: room.caller) }
        return room.see(rest, saying: .saved)
    }

    func copy(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.optionalText("name", upTo: 80), day = form.day("day")
        if form.isSound {
            do {
                let made = try await room.store.copyOccasion(
                    occasion, to: room.id(madeBy: form), OccasionCopy(name: name, day: day, withIdeas: form.has("ideas")), as: room.caller)
                return room.see("/gifts?occasion=\(made.occasion.id)", saying: .added)
            } catch StoreError.conflict(_, let detail) {
                form.refuseAll(detail)
            } catch StoreError.invalid(_, let detail) {
                form.refuse("day", detail)
            }
        }
        return try await show(copy: form.entries)
    }

    func remove(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        guard form["sure"] == "yes" else {
            form.refuse("sure", "is needed: tick it to say that you mean it")
            return try await show(removal: form.entries)
        }
        try await room.store.deleteOccasion(occasion, as: room.caller)
        return room.see("/gifts", saying: .removed)
    }
}
