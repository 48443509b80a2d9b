import Household
import HTTPServer
import Secrets
import ServiceKit
import Store

/// Rates, corrections and refunds of what was bought.
extension GiftHandlers {
    /// What a purchase was paid with; nil where the form is refused.
    func payment(_ form: inout FormReader, in home: Currency) -> PurchaseDraft? {
        let code = form.optionalText("currency", upTo: 8)
        let currency = code.map { Currency($0) } ?? home
        guard let currency else {
            form.refuse("currency", "is no currency: write its three letters, such as CNY")
            return nil
        }
        let paid = form.amount("paid", in: currency)
        if form["paid"].isEmpty { form.refuse("paid", "is needed: what did it cost?") }
        guard form.isSound, let paid else { return nil }
        return PurchaseDraft(paid: paid.minor, currency: currency, rate: currency == home ? nil : rate(&form), paidBy: nil, day: room.today, receipt: nil)
    }

    /// As `ExchangeRate` reads it, whichever mark was typed.
    private func rate(_ form: inout FormReader) -> String? {
        form.optionalText("rate", upTo: 32)?.replacing(",", with: ".")
    }

    func giveRate(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        try await enter(id, form) { form in CorrectionDraft(rate: rate(&form), reason: nil) }
    }

    func correct(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        try await enter(id, form) { form in
            let currency = Currency(form["currency"])
            let paid = currency.flatMap { form.amount("paid", in: $0) }
            return CorrectionDraft(paid: paid?.minor, currency: currency, rate: rate(&form), reason: form.text("reason", upTo: 500))
        }
    }

    private func enter(_ id: Gift.ID, _ form: FormReader, reading: (inout FormReader) -> CorrectionDraft) async throws -> HTTPResponse {
        var form = form
        let draft = reading(&form)
        return try await settingRight(id, &form) { gift, entry, new in
            _ = try await room.store.correct(entry, entering: new, draft, on: gift.occasion, as: room.caller)
        }
    }

    func refund(_ id: Gift.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let home = try await room.store.occasion(try await gift(id).occasion, as: room.caller).occasion.currency
        let refunded = form.amount("refunded", in: home)
        if refunded.map({ $0.minor <= 0 }) ?? true { form.refuse("refunded", "is needed: how much came back?") }
        let draft = PurchaseDraft(paid: refunded?.minor ?? 0, paidBy: nil, day: room.today, receipt: nil)
        return try await settingRight(id, &form) { gift, entry, new in
            _ = try await room.store.refund(new, draft, reason: nil, ofEntry: entry, on: gift.occasion, as: room.caller)
        }
    }

    /// Does what the form says, or shows it again with what is wrong. What is entered has an id derived from the form as it
    /// was made, so that one sent twice enters once.
    private func settingRight(
        _ id: Gift.ID, _ form: inout FormReader, _ work: (Gift, LedgerEntry.ID, _ new: LedgerEntry.ID) async throws -> Void
    ) async throws -> HTTPResponse {
        let gift = try await gift(id)
        guard let entry = LedgerEntry.ID(form["entry"]) else { throw StoreError.notFound }
        guard let latest = LedgerEntry.ID(form["latest"]) else { throw StoreError.notFound }
        let new = LedgerEntry.ID(room.context.linkSecret.identifier(of: "books \(room.visit.request.path) \(room.me) \(entry) \(latest)"))
        if form.isSound {
            do {
                try await work(gift, entry, new)
                return see(gift, saying: .saved)
            } catch StoreError.invalid(let pointer, let detail) {
                form.refuse(String(pointer.dropFirst()), detail)
            } catch StoreError.conflict("key-reused", _) {
                form.refuseAll("This form was sent before with something else in it. Here are the books as they are now: send it again if it is still needed.")
            } catch StoreError.conflict(_, let detail) {
                form.refuseAll(detail)
            }
        }
        return try await show("\(gift.occasion)", refused: Refused(gift: id, books: form.entries))
    }
}
