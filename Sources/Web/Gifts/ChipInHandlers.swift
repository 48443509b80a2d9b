import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addChipIns() {
        page("/h/:household/gifts/:recipient/:gift/sharing") { room, path in try await ChipInHandlers(room: room, path).show() }
        form("/h/:household/gifts/:recipient/:gift/sharing") { room, form, path in try await ChipInHandlers(room: room, path).share(form) }
    }
}

/// Who bears what of one gift.
struct ChipInHandlers: Sendable {
    let room: Room
    let recipient: Recipient.ID
    let gift: Gift.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        recipient = try path.id("recipient")
        gift = try path.id("gift")
    }

    func show(_ entries: Entries = .empty) async throws -> HTTPResponse {
        let gift = try await found(), occasion = gift.occasion
        let view = try await room.store.occasion(occasion, as: room.caller).occasion
        let person = try await room.store.recipient(recipient, on: occasion, as: room.caller).recipient
        let cost = try await room.store.sharedCosts(of: occasion, as: room.caller).first { $0.gift.id == gift.id }
        let parts = try await room.store.contributions(to: gift.id, on: occasion, as: room.caller)
        let page = SharingPage(
            key: "\(gift.id)", recipientKey: "\(recipient)", occasionKey: "\(occasion)", recipientName: person.name, giftName: gift.name, currency: view.currency,
            estimate: gift.estimate, shared: cost.map { SharedGift($0, view.currency, in: room) },
            people: givers(besides: person.subjects).map { member in
                let part = parts.first { $0.member == member.id }?.part
                let amount: Money? = if case .amount(let minor)? = part { Money(minor: minor, currency: view.currency) } else { nil }
                return .init(key: "\(member.id)", face: room.face(of: member.id), takesPart: part != nil, amount: amount)
            }, entries: entries)
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    /// Nobody chips in for what they are given themselves.
    private func givers(besides subjects: [Member.ID]) -> [Member] {
        room.members.filter { $0.role.maySeeBudgets && !subjects.contains($0.id) }
    }

    private func found() async throws -> Gift {
        let gift = try await room.store.gift(gift, as: room.caller)
        guard gift.recipient == recipient else { throw StoreError.notFound }
        return gift
    }

    func share(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let gift = try await found()
        let view = try await room.store.occasion(gift.occasion, as: room.caller).occasion
        let person = try await room.store.recipient(recipient, on: gift.occasion, as: room.caller).recipient
        let before = try await room.store.contributions(to: gift.id, on: gift.occasion, as: room.caller)
        let people = givers(besides: person.subjects).map(\.id)
        var parts: [(member: Member.ID, part: ChipIn.Part)] = []
        for member in people {
            let amount = form.amount("amount-\(member)", in: view.currency)
            if let amount {
                parts.append((member, .amount(amount.minor)))
            } else if form.has("in-\(member)") {
                // A share of another size that a program gave them stays theirs.
                let weight = before.compactMap { if $0.member == member, case .weight = $0.part { $0.part } else { nil } }.first
                parts.append((member, weight ?? .weight(1)))
            }
        }
        // Whoever is not on the form, such as somebody who left, stays as they are.
        parts += before.filter { !people.contains($0.member) }.map { ($0.member, $0.part) }
        guard form.isSound else { return try await show(form.entries) }
        do {
            let sent = form
            try await room.store.share(gift.id, among: parts, on: gift.occasion, as: room.caller) { room.id(madeBy: sent, "\($0)") }
        } catch StoreError.conflict(_, let detail) {
            form.refuseAll(detail)
            return try await show(form.entries)
        } catch StoreError.forbidden(let reason) {
            form.refuseAll(reason)
            return try await show(form.entries)
        }
        return room.see("/gifts/\(recipient)/\(gift.id)/sharing", saying: .saved)
    }
}

extension SharedGift {
    /// What each bears; of a gift that is not bought yet, what they would of its estimate.
    init(_ cost: SharedCost, _ currency: Currency, in room: Room) {
        var chipIn = cost.chipIn
        isExpected = chipIn.cost <= 0
        if isExpected, let estimate = cost.gift.estimate { chipIn.payments = [(room.me, estimate.minor)] }
        shares = zip(chipIn.parts, chipIn.shares).map { (room.face(of: $0.member).name, Money(minor: $1, currency: currency)) }
        uncovered = Money(minor: max(0, chipIn.cost - chipIn.shares.reduce(0, +)), currency: currency)
        debts = isExpected ? [] : (Settlement(chipIn.balances)?.transfers ?? []).map {
            .init(from: room.face(of: $0.from).name, to: room.face(of: $0.to).name, amount: Money(minor: $0.minor, currency: currency))
        }
        paid = isExpected ? [] : cost.chipIn.payments.map { (room.face(of: $0.member).name, Money(minor: $0.minor, currency: currency)) }
    }
}
