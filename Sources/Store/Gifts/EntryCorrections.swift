public import Household
import PostgreSQL
import ServiceKit

/// What a purchase should have been entered as.
public struct CorrectionDraft: Sendable {
    /// Minor units of `currency`; nil keeps the amount, for another rate.
    public var paid: Int?
    /// Nil: the occasion's.
    public var currency: Currency?
    /// As `PurchaseDraft.rate`; nil keeps the rate.
    public var rate: String?
    /// Why. Only the first rate of a purchase that waits for one needs none.
    public var reason: String?

    public init(paid: Int? = nil, currency: Currency? = nil, rate: String? = nil, reason: String?) {
        self.paid = paid
        self.currency = currency
        self.rate = rate
        self.reason = reason
    }
}

extension Store {
    /// Corrects a purchase, or gives it a rate: the difference is appended, and both entries stay.
    ///
    /// Throws a conflict where the purchase was taken back, and `notFound` for what the caller may not see.
    public func correct(
        _ purchase: LedgerEntry.ID, entering id: LedgerEntry.ID, _ draft: CorrectionDraft, on occasion: Occasion.ID, as caller: Caller
    ) async throws -> LedgerEntry {
        try await transaction(as: caller) { transaction in
            let state = try await transaction.lockedPurchase(purchase, entering: id, on: occasion)
            let root = state.entry
            if state.isEntered { return try await transaction.earlier(id, .correction, of: root, reason: draft.reason) }
            if state.isTakenBack { throw PurchaseState.takenBack }
            guard draft.reason != nil || root.isWaiting else { throw StoreError.invalid(pointer: "/reason", detail: "is needed: why is it corrected?") }
            let home = transaction.membership.currency
            guard let money = draft.paid.map({ Money(minor: $0, currency: draft.currency ?? home) }) ?? state.foreign?.money else { throw StoreError.invalid(pointer: "/paid", detail: "is needed: what was paid?") }
            let known = state.foreign?.money.currency == money.currency ? state.foreign?.rate?.plain : nil
            let worth = try Worth(of: money, at: draft.rate ?? known, in: home, "/paid")
            guard let minor = worth.minor else { throw StoreError.invalid(pointer: "/rate", detail: "is needed for an amount in \(money.currency.code)") }
            guard minor >= state.refunded, state.giftTotal + minor - state.corrected >= 0 else {
                throw StoreError.invalid(pointer: "/paid", detail: "is less than what came back of it")
            }
            return try await transaction.enter(
                id, .correction, minor: minor - state.corrected, foreign: worth.foreign, about: purchase, reason: draft.reason, paidBy: root.paidBy,
                day: root.day, receipt: nil, of: root.gift, on: occasion)
        }
    }

    /// Enters money that came back of one purchase: never more than is left of it, whoever else enters a refund.
    public func refund(
        _ id: LedgerEntry.ID, _ draft: PurchaseDraft, reason: String?, ofEntry purchase: LedgerEntry.ID, on occasion: Occasion.ID, as caller: Caller
    ) async throws -> LedgerEntry {
        try await transaction(as: caller) { transaction in
            let state = try await transaction.lockedPurchase(purchase, entering: id, on: occasion)
            try transaction.membership.require(draft.currency, "/refunded/currency")
            if !state.isEntered {
                if state.isTakenBack { throw PurchaseState.takenBack }
                if state.entry.isWaiting { throw PurchaseState.waiting }
                guard draft.paid <= min(state.corrected - state.refunded, state.giftTotal) else {
                    throw StoreError.invalid(pointer: "/refunded", detail: "is more than is left of this purchase")
                }
            }
            try await transaction.requireMember(draft.paidBy)
            return try await transaction.enter(
                id, .refund, minor: -draft.paid, about: purchase, reason: reason, paidBy: draft.paidBy ?? state.entry.paidBy, day: draft.day, receipt: nil,
                of: state.entry.gift, on: occasion)
        }
    }
}

/// A purchase, and what has become of it since.
struct PurchaseState {
    var entry: LedgerEntry
    /// Minor units that it comes to with its corrections; 0 while it waits.
    var corrected: Int
    /// Minor units that came back of it by name.
    var refunded: Int
    /// Everything that was paid for its gift, refunds taken off.
    var giftTotal: Int
    /// What was paid as it is known last, in another currency.
    var foreign: ForeignAmount?
    /// Whether the gift's purchases were taken back since.
    var isTakenBack: Bool
    /// Whether the entry that is to be made is there already.
    var isEntered: Bool

    static let takenBack = StoreError.conflict(type: "taken-back", detail: "This purchase was taken back. Buy the gift again instead.")
    static let waiting = StoreError.conflict(type: "waits-for-rate", detail: "This purchase waits for a rate. Give it one first.")
}

extension MemberTransaction {
    /// The purchase with its gift locked: its figures stay as they are until the transaction ends.
    func lockedPurchase(_ id: LedgerEntry.ID, entering new: LedgerEntry.ID, on occasion: Occasion.ID) async throws -> PurchaseState {
        let found = try await query("""
            SELECT gift_id FROM ledger_entry
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND id = \(id) AND kind = 'purchase'
            """)
        guard let gift: Gift.ID = try found.first?["gift_id"] else { throw StoreError.notFound }
        let total = try await lockedPayments(for: [gift], entering: [new], on: occasion)[0]
        let entries = try await query("""
            SELECT \(LedgerEntry.columns(asOf: nil)) FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            JOIN household h ON h.id = e.household_id
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion) AND o.deleted_at IS NULL AND e.gift_id = \(gift) ORDER BY e.position
            """).map(LedgerEntry.init)
        guard let index = entries.firstIndex(where: { $0.id == id }) else { throw StoreError.notFound }
        let entry = entries[index], standing = entries.standing
        // What was undone counts as if it had not been entered, the purchase itself as one that was taken back.
        let since = standing.firstIndex { $0.id == id }.map { standing[$0...].dropFirst() }
        let own = (since ?? []).filter { $0.about == id }, corrections = own.filter { $0.kind == .correction }
        return PurchaseState(
            entry: entry,
            corrected: ([entry] + corrections).reduce(0) { $0 + ($1.amount?.minor ?? 0) },
            refunded: -own.filter { $0.kind == .refund }.reduce(0) { $0 + ($1.amount?.minor ?? 0) },
            giftTotal: total.minor,
            foreign: ([entry] + corrections).compactMap(\.foreign).last,
            // A purchase that waited is taken back by its own correction to nothing, any other with all of the gift.
            isTakenBack: since == nil || (since ?? []).contains { $0.kind == .correction && $0.about == nil } || corrections.contains { $0.foreign.map { $0.rate == nil } ?? false },
            isEntered: total.isEntered)
    }

    /// The entry that the same request made before.
    func earlier(_ id: LedgerEntry.ID, _ kind: LedgerEntry.Kind, of purchase: LedgerEntry, reason: String?) async throws -> LedgerEntry {
        let rows = try await query("""
            SELECT \(LedgerEntry.columns(asOf: nil)) FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            JOIN household h ON h.id = e.household_id WHERE e.household_id = viewer_household() AND e.id = \(id)
            """)
        guard let row = rows.first else { throw StoreError.notFound }
        let entry = try LedgerEntry(row)
        guard entry.kind == kind, entry.about == purchase.id, entry.reason == reason else { throw StoreError.keyReused }
        return entry
    }
}
