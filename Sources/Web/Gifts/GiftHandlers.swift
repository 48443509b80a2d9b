import Household
import HTTPServer
import Secrets
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addGifts() {
        page("/h/:household/gifts/:recipient") { room, path in try await GiftHandlers(room: room, path).show() }
        form("/h/:household/gifts/:recipient") { room, form, path in try await GiftHandlers(room: room, path).add(form) }
        form("/h/:household/gifts/:recipient/settings") { room, form, path in try await GiftHandlers(room: room, path).settings(form) }
        form("/h/:household/gifts/:recipient/removal") { room, _, path in try await GiftHandlers(room: room, path).removeRecipient() }
        form("/h/:household/gifts/:recipient/:gift") { room, form, path in try await GiftHandlers(room: room, path).change(try path.id("gift"), form) }
        form("/h/:household/gifts/:recipient/:gift/purchase") { room, form, path in
            try await GiftHandlers(room: room, path).purchase(try path.id("gift"), form)
        }
        form("/h/:household/gifts/:recipient/:gift/return") { room, _, path in try await GiftHandlers(room: room, path).undo(try path.id("gift")) }
        form("/h/:household/gifts/:recipient/:gift/revelation") { room, _, path in
            try await GiftHandlers(room: room, path).reveal(try path.id("gift"))
        }
        form("/h/:household/gifts/:recipient/surprise") { room, _, path in try await GiftHandlers(room: room, path).beSurprised() }
        form("/h/:household/gifts/:recipient/telling") { room, _, path in try await GiftHandlers(room: room, path).beTold() }
        form("/h/:household/gifts/:recipient/:gift/logistics") { room, form, path in
            try await GiftHandlers(room: room, path).setLogistics(of: try path.id("gift"), form)
        }
        form("/h/:household/gifts/:recipient/:gift/rate") { room, form, path in
            try await GiftHandlers(room: room, path).giveRate(try path.id("gift"), form)
        }
        form("/h/:household/gifts/:recipient/:gift/correction") { room, form, path in
            try await GiftHandlers(room: room, path).correct(try path.id("gift"), form)
        }
        form("/h/:household/gifts/:recipient/:gift/refund") { room, form, path in
            try await GiftHandlers(room: room, path).refund(try path.id("gift"), form)
        }
        form("/h/:household/gifts/:recipient/:gift/removal") { room, _, path in try await GiftHandlers(room: room, path).remove(try path.id("gift")) }
    }
}

/// One person's gifts on one occasion.
struct GiftHandlers: Sendable {
    /// Entries of the ledger that a page looks at.
    static let largestLedger = 5000

    let room: Room
    let recipient: Recipient.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        recipient = try path.id("recipient")
    }

    /// What was refused of one gift's row.
    struct Refused: Sendable {
        var gift: Gift.ID
        var purchase = Entries.empty
        var changes = Entries.empty
        var logistics = Entries.empty
        var books = Entries.empty

        var hasErrors: Bool { purchase.hasErrors || changes.hasErrors || logistics.hasErrors || books.hasErrors }
    }

    func show(_ asked: String? = nil, newGift: Entries = .empty, changes: Entries = .empty, refused: Refused? = nil) async throws -> HTTPResponse {
        guard let view = try await OccasionChoice(room: room).occasion(asked ?? room.visit.request.query["occasion"]) else { return room.see("/gifts") }
        let occasion = view.occasion
        let person = try await room.store.recipient(recipient, on: occasion.id, as: room.caller)
        let face = room.face(person.recipient)
        // For a subject these are the ones that were revealed to them.
        let gifts = try await room.store.gifts(on: occasion.id, for: recipient, as: room.caller)
        if person.tally == nil, person.recipient.chosen.contains(room.me) { return room.page(SurprisedPage(key: "\(recipient)", face: face).html(in: room.frame)) }
        guard let tally = person.tally else { return room.page(OwnPage(face: face, revealed: gifts.map(\.name)).html(in: room.frame)) }
        let memory = try await room.store.giftMemory(of: recipient, besides: occasion.id, as: room.caller)
        let logistics = try await room.store.logistics(for: recipient, on: occasion.id, as: room.caller)
        let entries = try await room.store.ledger(of: occasion.id, after: nil, limit: Self.largestLedger, as: room.caller).entries
        let shared = try await room.store.sharedCosts(of: occasion.id, as: room.caller)
        let categories = try await room.store.categories(in: nil, as: room.caller).map { Field.Choice("\($0.category.id)", $0.category.name) }
        let page = PersonPage(
            key: "\(recipient)", face: face, occasionKey: "\(occasion.id)", occasionName: occasion.name, currency: occasion.currency, tally: tally,
            gifts: gifts.map { gift in
                let refused = refused?.gift == gift.id ? refused : nil
                var row = row(gift, entries.filter { $0.gift == gift.id }, refused, memory, isMember: !person.recipient.subjects.isEmpty)
                row.logistics = logistics[gift.id].map { LogisticsForm(logistics: $0, today: room.today, entries: refused?.logistics ?? .empty) }
                row.categories = categories
                row.shared = shared.first { $0.gift.id == gift.id }.map { SharedGift($0, occasion.currency, in: room) }
                return row
            },
            isMember: !person.recipient.members.isEmpty, memory: GiftMemoryCard(memory), categories: categories, newGift: newGift, changes: changes)
        let isRefused = refused?.hasErrors ?? false
        return room.page(page.html(in: room.frame), status: isRefused ? 422 : max(room.status(newGift), room.status(changes)))
    }

    private func row(_ gift: Gift, _ entries: [LedgerEntry], _ refused: Refused?, _ memory: [PastGift], isMember: Bool) -> GiftRow {
        let nothing = Money(minor: 0, currency: gift.estimate?.currency ?? gift.actual?.currency ?? room.currency)
        let standing = entries.standing, purchase = standing.last { $0.isWaiting } ?? standing.last { $0.kind == .purchase }
        let book = gift.status.isBought ? purchase.map { books(of: $0, in: standing, latest: entries.last) } : nil
        return GiftRow(
            key: "\(gift.id)", name: gift.name, estimate: gift.estimate, paid: gift.status.isBought ? gift.actual ?? nothing : nil,
            boughtWords: gift.status.isBought ? purchase.map { words($0, book) } : nil, books: book, notes: gift.notes, link: gift.url,
            likeness: gift.status == .given ? nil : GiftMemoryCard.likeness(of: gift.name, in: memory),
            secrecy: isMember ? (gift.isRevealed ? .revealed : .secret) : nil,
            steps: GiftSteps(status: gift.status, isInBooks: gift.status.isBought && standing.contains { $0.kind == .purchase }), category: gift.category.map { "\($0)" },
            entries: refused?.purchase ?? .empty, changes: refused?.changes ?? .empty, corrections: refused?.books ?? .empty)
    }

    /// "by Anna on Sat 28 Nov"; the day is that of the entry where the purchase's own is not known.
    private func words(_ purchase: LedgerEntry, _ books: GiftBooks?) -> String {
        let payer = room.members.first { $0.id == purchase.paidBy }?.name
        let day = (purchase.day ?? room.zone.day(at: purchase.entered)).short
        let foreign = books?.rate.flatMap { rate in books?.paid.map { "for \($0.formatted()) at \(rate)" } }
        return [payer.map { "by \($0)" }, "on \(day)", foreign].compactMap { $0 }.joined(separator: " ")
    }

    /// A purchase as it stands with its corrections.
    private func books(of purchase: LedgerEntry, in entries: [LedgerEntry], latest: LedgerEntry?) -> GiftBooks {
        let own = entries.filter { $0.id == purchase.id || $0.about == purchase.id && $0.kind == .correction }
        // A correction in the occasion's own currency takes the place of what was paid abroad.
        let last = own.last
        let sum = own.compactMap(\.amount).reduce(nil) { (sum: Money?, amount: Money) -> Money? in
            Money(minor: (sum?.minor ?? 0) + amount.minor, currency: amount.currency)
        }
        return GiftBooks(
            purchase: "\(purchase.id)", latest: "\((latest ?? purchase).id)", paid: last?.foreign?.money ?? sum, isWaiting: purchase.isWaiting, rate: last?.foreign?.rate?.plain)
    }

    func add(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        guard let view = try await OccasionChoice(room: room).occasion(form["occasion"]) else { throw StoreError.notFound }
        let draft = GiftDraft(
            recipient: recipient, name: form.text("name", upTo: 120), status: .planned,
            estimate: form.amount("estimate", in: view.occasion.currency)?.minor, url: form.webAddress("url"), notes: form.optionalText("notes", upTo: 2000),
            category: form.id("category"))
        guard form.isSound else { return try await show("\(view.occasion.id)", newGift: form.entries) }
        let gift = try await room.store.addGift(room.id(madeBy: form), draft, on: view.occasion.id, as: room.caller)
        return see(gift)
    }

    func settings(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        guard let view = try await OccasionChoice(room: room).occasion(form["occasion"]) else { throw StoreError.notFound }
        let name = form.text("name", upTo: 80)
        let limit = form.amount("limit", in: view.occasion.currency)
        guard form.isSound else { return try await show("\(view.occasion.id)", changes: form.entries) }
        let person = try await room.store.recipient(recipient, on: view.occasion.id, as: room.caller)
        if let tally = person.tally, tally.limit != limit {
            try await room.store.setLimit(limit?.minor, of: view.occasion.id, for: recipient, as: room.caller)
        }
        if name != person.recipient.name { _ = try await room.store.changeRecipient(recipient, name: name, subjects: nil, notes: nil, as: room.caller) }
        return room.see("/gifts/\(recipient)?occasion=\(view.occasion.id)", saying: .saved)
    }

    func removeRecipient() async throws -> HTTPResponse {
        try await room.store.deleteRecipient(recipient, as: room.caller)
        return room.see("/gifts", saying: .deleted)
    }

    func change(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let gift = try await gift(id)
        let change = GiftChange(
            name: form.text("name", upTo: 120), estimate: .some(form.amount("estimate", in: try await currency(of: gift))?.minor),
            url: .some(form.webAddress("url")), notes: .some(form.optionalText("notes", upTo: 2000)),
            category: form.has("category") ? .some(form.id("category")) : nil)
        guard form.isSound else { return try await show("\(gift.occasion)", refused: Refused(gift: id, changes: form.entries)) }
        return see(try await room.store.changeGift(id, on: gift.occasion, change, version: nil, as: room.caller))
    }

    func purchase(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let gift = try await gift(id)
        if gift.status.isBought { return see(gift) }
        if let draft = payment(&form, in: try await currency(of: gift)) {
            do {
                try await room.purchase(gift, draft)
                return see(gift, saying: .bought)
            } catch StoreError.invalid(let pointer, let detail) {
                form.refuse(String(pointer.dropFirst()), detail)
            }
        }
        return try await show("\(gift.occasion)", refused: Refused(gift: id, purchase: form.entries))
    }

    func undo(_ id: Gift.ID) async throws -> HTTPResponse {
        let gift = try await gift(id)
        return see(try await room.store.undoPurchase(of: id, on: gift.occasion, as: room.caller), saying: .returned)
    }

    func reveal(_ id: Gift.ID) async throws -> HTTPResponse {
        let gift = try await gift(id)
        return see(try await room.store.revealGift(id, on: gift.occasion, as: room.caller), saying: .saved)
    }

    func remove(_ id: Gift.ID) async throws -> HTTPResponse {
        let gift = try await gift(id)
        try await room.store.deleteGift(id, on: gift.occasion, as: room.caller)
        return room.see("/gifts/\(recipient)?occasion=\(gift.occasion)", saying: .deleted)
    }

    func gift(_ id: Gift.ID) async throws -> Gift {
        let gift = try await room.store.gift(id, as: room.caller)
        guard gift.recipient == recipient else { throw StoreError.notFound }
        return gift
    }

    private func currency(of gift: Gift) async throws -> Currency {
        try await room.store.occasion(gift.occasion, as: room.caller).occasion.currency
    }

    func see(_ gift: Gift, saying word: FlashNote.Word? = nil) -> HTTPResponse {
        room.see("/gifts/\(recipient)?occasion=\(gift.occasion)#gift-\(gift.id)", saying: word)
    }
}

extension Room {
    /// Enters a purchase under an id derived from the gift as it is now, so that a form sent twice counts once.
    func purchase(_ gift: Gift, _ draft: PurchaseDraft) async throws {
        let id = LedgerEntry.ID(context.linkSecret.identifier(of: "purchase \(gift.id) \(gift.version)"))
        _ = try await store.purchase(id, draft, of: gift.id, on: gift.occasion, as: caller)
    }
}
