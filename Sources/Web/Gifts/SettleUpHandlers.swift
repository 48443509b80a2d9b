import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addSettlements() {
        page("/h/:household/occasions/:occasion/settlement") { room, path in try await SettleUpHandlers(room: room, path).show() }
        form("/h/:household/occasions/:occasion/settlement") { room, form, path in try await SettleUpHandlers(room: room, path).repay(form) }
        form("/h/:household/occasions/:occasion/settlement/:repayment") { room, _, path in
            try await SettleUpHandlers(room: room, path).takeBack(try path.id("repayment"))
        }
    }
}

/// Who gives whom how much for the gifts that several pay for.
struct SettleUpHandlers: Sendable {
    let room: Room
    let occasion: Occasion.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        occasion = try path.id("occasion")
    }

    func show(_ entries: Entries = .empty) async throws -> HTTPResponse {
        let view = try await room.store.occasion(occasion, as: room.caller).occasion
        async let transfers = room.store.settlement(of: occasion, as: room.caller)
        async let repayments = room.store.repayments(on: occasion, as: room.caller)
        async let costs = room.store.sharedCosts(of: occasion, as: room.caller)
        async let recipients = room.store.recipients(on: occasion, as: room.caller)
        let names = Dictionary(uniqueKeysWithValues: try await recipients.map { ($0.recipient.id, $0.recipient.name) })
        let page = SettleUpPage(
            occasionKey: "\(occasion)", occasionName: view.name,
            transfers: try await transfers.map(transfer), people: try await people(costs, transfers, view.currency),
            gifts: try await costs.map { gift($0, for: names[$0.gift.recipient] ?? "", view.currency) },
            repayments: try await repayments.reversed().map(repayment), entries: entries)
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    /// Who pays, who gets it, or a grown-up ticks it off.
    private func mayTick(_ members: Member.ID...) -> Bool { room.role.mayInvite || members.contains(room.me) }

    private func transfer(_ transfer: SettlementTransfer) -> SettleUpPage.Transfer {
        .init(
            fromKey: "\(transfer.from)", toKey: "\(transfer.to)", from: room.face(of: transfer.from), to: room.face(of: transfer.to), amount: transfer.amount,
            secretKeys: transfer.secretFrom.map(\.description).joined(separator: " "), secretFrom: transfer.secretFrom.map { room.face(of: $0).name },
            mayTick: mayTick(transfer.from, transfer.to))
    }

    private func people(_ costs: [SharedCost], _ transfers: [SettlementTransfer], _ currency: Currency) -> [SettleUpPage.Person] {
        var paid: [Member.ID: Int] = [:], borne: [Member.ID: Int] = [:], open: [Member.ID: Int] = [:]
        for cost in costs where !cost.involvesItsSubjects {
            for payment in cost.chipIn.payments { paid[payment.member, default: 0] += payment.minor }
            for (member, minor) in cost.chipIn.borne { borne[member, default: 0] += minor }
        }
        for transfer in transfers {
            open[transfer.from, default: 0] -= transfer.amount.minor
            open[transfer.to, default: 0] += transfer.amount.minor
        }
        let involved = Set(paid.keys).union(borne.keys).union(open.keys)
        // In the order of the household, whoever left at the end.
        let order = room.members.map(\.id).filter(involved.contains) + involved.filter { id in !room.members.contains { $0.id == id } }.sorted { $0.description < $1.description }
        return order.map { member in
            func money(_ sums: [Member.ID: Int]) -> Money { Money(minor: sums[member] ?? 0, currency: currency) }
            return .init(face: room.face(of: member), paid: money(paid), borne: money(borne), open: money(open))
        }
    }

    private func gift(_ cost: SharedCost, for recipient: String, _ currency: Currency) -> SettleUpPage.Shared {
        func named(_ sums: [(member: Member.ID, minor: Int)]) -> [(name: String, amount: Money)] {
            sums.map { (room.face(of: $0.member).name, Money(minor: $0.minor, currency: currency)) }
        }
        let chipIn = cost.chipIn
        return .init(
            key: "\(cost.gift.id)", recipientKey: "\(cost.gift.recipient)", name: cost.gift.name, recipient: recipient,
            paid: named(chipIn.payments), shares: named(zip(chipIn.parts, chipIn.shares).map { ($0.member, $1) }), isLeftOut: cost.involvesItsSubjects)
    }

    private func repayment(_ repayment: Repayment) -> SettleUpPage.PaidBack {
        .init(
            key: "\(repayment.id)", from: room.face(of: repayment.from).name, to: room.face(of: repayment.to).name, amount: repayment.amount,
            day: repayment.day ?? room.zone.day(at: repayment.entered), enteredBy: room.face(of: repayment.enteredBy).name,
            mayTakeBack: mayTick(repayment.from, repayment.to, repayment.enteredBy))
    }

    func repay(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let view = try await room.store.occasion(occasion, as: room.caller).occasion
        guard let from = Member.ID(form["from"]), let to = Member.ID(form["to"]) else { throw StoreError.notFound }
        let amount = form.amount("amount", in: view.currency)
        if amount == nil { form.refuse("amount", "is needed: how much was it?") }
        let secretFrom = form["secret"].split(separator: " ").compactMap { Member.ID(String($0)) }
        if form.isSound, let amount {
            let draft = RepaymentDraft(from: from, to: to, minor: amount.minor, day: room.today, secretFrom: secretFrom)
            do {
                _ = try await room.store.repay(room.id(madeBy: form), draft, on: occasion, as: room.caller)
                return room.see("/occasions/\(occasion)/settlement", saying: .paidBack)
            } catch StoreError.invalid {
                form.refuse("amount", "is more than is open between the two. Here is how it stands now.")
            }
        }
        return try await show(form.entries)
    }

    func takeBack(_ repayment: Repayment.ID) async throws -> HTTPResponse {
        do {
            try await room.store.withdrawRepayment(repayment, on: occasion, as: room.caller)
        } catch StoreError.notFound {
            // Taken back already: the page shows it as it is.
        }
        return room.see("/occasions/\(occasion)/settlement", saying: .owedAgain)
    }
}
