import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addGiftSteps() {
        form("/h/:household/gifts/:recipient/:gift/status") { room, form, path in
            try await GiftHandlers(room: room, path).move(try path.id("gift"), form)
        }
    }
}

/// How far a gift has come, each step a button.
struct GiftSteps: Sendable {
    var status: GiftStatus
    /// Its purchase is in the books: going back is "Not bought after all", which sets them right.
    var isInBooks: Bool

    var offered: [GiftStatus] { GiftStatus.allCases.filter { !isInBooks || $0.isBought } }

    /// Beside its name, where the tick does not say it.
    var mark: HTML? {
        switch status {
        case .idea, .ordered, .wrapped, .given: "<span class=state>\(status.words)</span>"
        case .planned, .bought: nil
        }
    }

    func html(_ path: String, _ name: String, in frame: Frame) -> HTML {
        let buttons = offered.map { step in
            #"<button class="button chip" name=status value=\#(step.rawValue) aria-pressed=\#(step == status ? "true" : "false") aria-label="\#(step.words): \#(name)">\#(step.words)</button>"# as HTML
        }
        return frame.form("\(path)/status", class: "chips", "\(buttons)")
    }
}

extension GiftStatus {
    /// "Idea", "Planned"
    var words: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension GiftHandlers {
    /// To bought it goes as the tick does: by a purchase of the estimate, or of what is typed where there is none.
    func move(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        guard let status = GiftStatus(form["status"]) else { throw Problem.notFound }
        let gift = try await gift(id)
        if gift.status == status { return see(gift) }
        if status == .bought, !gift.status.isBought {
            guard let estimate = gift.estimate else {
                var form = form
                form.refuse("paid", "is needed: what did it cost?")
                return try await show("\(gift.occasion)", refused: Refused(gift: id, purchase: form.entries))
            }
            try await room.purchase(gift, PurchaseDraft(paid: estimate.minor, paidBy: nil, day: room.today, receipt: nil))
            return see(gift, saying: .bought)
        }
        if gift.status.isBought, !status.isBought {
            let entries = try await room.store.ledger(of: gift.occasion, after: nil, limit: Self.largestLedger, as: room.caller).entries
            guard !entries.standing.contains(where: { $0.gift == id && $0.kind == .purchase }) else {
                throw StoreError.conflict(type: "bought", detail: "It is paid for. Say “Not bought after all” first, so that the books are right.")
            }
        }
        return see(try await room.store.changeGift(id, on: gift.occasion, GiftChange(status: status), version: nil, as: room.caller), saying: .saved)
    }
}
