import Household
import HTTPServer
import Store

/// A receipt that pays for a gift.
struct ReceiptHandlers: Sendable {
    /// Gifts to choose from.
    private static let giftsListed = 200

    let room: Room
    let scan: ScanView.ID

    init(room: Room, scan: ScanView.ID) {
        self.room = room
        self.scan = scan
    }

    init(room: Room, _ path: Path) throws { self.init(room: room, scan: try path.id("scan")) }

    func show(_ draft: ReceiptDraft, _ photo: Photo, _ entries: Entries = .empty) async throws -> HTTPResponse {
        let gifts = try await room.store.giftsToBuy(limit: Self.giftsListed, as: room.caller)
        let symbol = (draft.total?.currency ?? room.currency).symbol
        let page = ReceiptPage(
            key: "\(scan)", photo: photo,
            fields: [
                ScannedField(Field("merchant", "Shop", value: draft.merchant, required: false), draft.fields[.merchant]),
                ScannedField(Field("day", "Day", .date, value: draft.day?.description, required: false), draft.fields[.day]) { Day($0)?.spelledOut ?? $0 },
                ScannedField(
                    Field("total", "Total", .amount(symbol: symbol), value: draft.total?.plain), draft.fields[.total], missing: "We found no total"),
            ],
            lines: draft.lines.map { .init(name: $0.name, amount: $0.amount.formatted(whole: false)) }, warnings: draft.warnings,
            gifts: gifts.map { .init("\($0.gift.id)", "\($0.gift.name), for \($0.recipient) (\($0.occasion))") }, entries: entries)
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    func confirm(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let view = try await room.store.scan(scan, as: room.caller)
        guard let draft = view.drafts(ReceiptDraft.self).first, let photo = try await ScanHandlers(room: room).photo(view) else { throw StoreError.notFound }
        if form.has("choose") {
            let choice = form["choose"].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if choice.count == 2 { form.fill(String(choice[0]), String(choice[1])) }
            return try await show(draft, photo, form.entries)
        }
        guard let id = form.id("gift", of: Gift.self) else {
            form.refuse("gift", "is needed")
            return try await show(draft, photo, form.entries)
        }
        let gift = try await room.store.gift(id, as: room.caller)
        let occasion = try await room.store.occasion(gift.occasion, as: room.caller).occasion
        let total = form.amount("total", in: occasion.currency)
        if form["total"].isEmpty { form.refuse("total", "is needed") }
        let day = form.day("day")
        guard form.isSound, let total else { return try await show(draft, photo, form.entries) }
        if !gift.status.isBought { try await room.purchase(gift, PurchaseDraft(paid: total.minor, paidBy: nil, day: day, receipt: scan)) }
        return room.see("/gifts/\(gift.recipient)?occasion=\(gift.occasion)#gift-\(gift.id)", saying: .bought)
    }
}
