import Household
import HTTPServer
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addOccasions() {
        page("/h/:household/gifts") { room, _ in try await OccasionHandlers(room: room).show() }
        form("/h/:household/gifts") { room, form, _ in try await OccasionHandlers(room: room).addPerson(form) }
        form("/h/:household/occasions") { room, form, _ in try await OccasionHandlers(room: room).add(form) }
        form("/h/:household/occasions/:occasion/limits") { room, form, path in
            try await OccasionHandlers(room: room).setLimits(of: try path.id("occasion"), form)
        }
    }
}

/// An occasion's budget and the people it is for.
struct OccasionHandlers: Sendable {
    let room: Room

    func show(
        _ asked: String? = nil, newPerson: Entries = .empty, newOccasion: Entries = .empty, limits: Entries = .empty
    ) async throws -> HTTPResponse {
        let all = try await room.store.occasions(as: room.caller)
        let view = try await OccasionChoice(room: room).occasion(asked ?? room.visit.request.query["occasion"])
        let recipients = if let view { try await room.store.recipients(on: view.occasion.id, as: room.caller) } else { [RecipientView]() }
        let linked = Set(recipients.flatMap(\.recipient.members))
        let page = GiftsPage(
            currency: view?.occasion.currency ?? room.currency,
            occasion: view.map { view in
                .init(
                    key: "\(view.occasion.id)", countdown: OccasionCountdown(name: view.occasion.name, days: view.daysLeft, day: view.occasion.day),
                    tally: view.tally, isPartial: recipients.contains { $0.tally == nil },
                    people: recipients.map { RecipientCard($0, room: room, currency: view.occasion.currency) }, thresholds: view.occasion.thresholds)
            },
            others: all.filter { $0.occasion.id != view?.occasion.id }.map { .init(key: "\($0.occasion.id)", name: $0.occasion.name) },
            candidates: room.members.filter { !linked.contains($0.id) }.map { .init(memberKey: "\($0.id)", name: $0.name) },
            newPerson: newPerson, newOccasion: newOccasion, limits: limits)
        return room.page(page.html(in: room.frame), status: max(room.status(newPerson), room.status(newOccasion), room.status(limits)))
    }

    func add(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.text("name", upTo: 80)
        let (day, rule) = form.occasionDay(today: room.today)
        let limit = form.amount("limit", in: room.currency)
        guard form.isSound, let day else { return try await show(newOccasion: form.entries) }
        let id: Occasion.ID = room.id(madeBy: form)
        do {
            _ = try await room.store.addOccasion(id, OccasionDraft(name: name, day: day, rule: rule, revealDay: nil), limit: limit?.minor, as: room.caller)
        } catch StoreError.conflict(_, let detail) {
            form.refuseAll(detail)
            return try await show(newOccasion: form.entries)
        }
        return room.see("/gifts?occasion=\(id)")
    }

    func addPerson(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let subject = form.id("member", of: Member.self)
        let member = room.members.first { $0.id == subject }
        if subject != nil, member == nil { form.refuse("member", "is nobody of this household") }
        let partner = form.id("partner", of: Member.self)
        let other = room.members.first { $0.id == partner && $0.id != subject }
        if partner != nil, other == nil || member == nil { form.refuse("partner", "goes with somebody else of the household above") }
        let typed = form.optionalText("name", upTo: 80)
        if typed == nil, member == nil { form.refuse("name", "is needed, or somebody of the household below") }
        let view = try await OccasionChoice(room: room).occasion(form["occasion"])
        let limit = form.amount("limit", in: view?.occasion.currency ?? room.currency)
        guard form.isSound else { return try await show(form["occasion"], newPerson: form.entries) }
        let id: Recipient.ID = room.id(madeBy: form), couple = [member?.name, other?.name].compactMap { $0 }.joined(separator: " & ")
        do {
            _ = try await room.store.addRecipient(id, name: typed ?? couple, subjects: [subject, partner].compactMap { $0 }, notes: nil, as: room.caller)
        } catch StoreError.conflict(_, let detail) {
            form.refuseAll(detail)
            return try await show(form["occasion"], newPerson: form.entries)
        }
        // Nobody sets a budget for what is planned for them.
        let isOwn = [subject, partner].contains(room.me)
        if let limit, let view, !isOwn { try await room.store.setLimit(limit.minor, of: view.occasion.id, for: id, as: room.caller) }
        guard let view else { return room.see("/gifts", saying: .added) }
        return room.see(isOwn ? "/gifts?occasion=\(view.occasion.id)" : "/gifts/\(id)?occasion=\(view.occasion.id)", saying: .added)
    }

    /// Sets those limits that differ from what is there, and when they are told of.
    func setLimits(of occasion: Occasion.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let view = try await room.store.occasion(occasion, as: room.caller)
        let recipients = try await room.store.recipients(on: occasion, as: room.caller)
        var changes: [(recipient: Recipient.ID?, minor: Int?)] = []
        func read(_ field: String, _ present: Money?, _ recipient: Recipient.ID?) {
            guard form.has(field) else { return }
            let limit = form.amount(field, in: view.occasion.currency)
            if limit != present { changes.append((recipient, limit?.minor)) }
        }
        read("limit", view.tally.limit, nil)
        for person in recipients {
            if let tally = person.tally { read("limit-\(person.recipient.id)", tally.limit, person.recipient.id) }
        }
        let told = form.has("at") ? ThresholdChoice(form["at"]) : nil
        if told == nil, form.has("at") { throw Problem.notFound }
        guard form.isSound else { return try await show("\(occasion)", limits: form.entries) }
        if let told, told.percents != view.occasion.thresholds {
            let before = view.occasion
            let draft = OccasionDraft(name: before.name, day: before.day, rule: before.rule, revealDay: before.revealDay, thresholds: told.percents)
            _ = try await room.store.changeOccasion(occasion, draft, version: before.version, as: room.caller)
        }
        for change in changes { try await room.store.setLimit(change.minor, of: occasion, for: change.recipient, as: room.caller) }
        return room.see("/gifts?occasion=\(occasion)", saying: .saved)
    }
}
