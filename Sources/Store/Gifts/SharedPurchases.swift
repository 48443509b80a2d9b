public import Household
import PostgreSQL

/// One gift of a purchase.
public struct PurchaseLine: Sendable {
    /// Under which it is entered.
    public var entry: LedgerEntry.ID
    public var gift: Gift.ID
    /// Minor units of the occasion's currency; nil where `foreign` has no rate.
    public var minor: Int?
    /// What was paid, where that was in another currency.
    public var foreign: ForeignAmount?

    public init(entry: LedgerEntry.ID, gift: Gift.ID, minor: Int?, foreign: ForeignAmount? = nil) {
        self.foreign = foreign
        self.entry = entry
        self.gift = gift
        self.minor = minor
    }
}

/// Several gifts bought at once.
public struct SharedPurchaseDraft: Sendable {
    public var lines: [PurchaseLine]
    /// Minor units of the occasion's currency, like those that follow.
    public var shipping: Int
    public var tax: Int
    public var discount: Int
    /// Nil: the caller.
    public var paidBy: Member.ID?
    /// Nil: not known.
    public var day: Day?
    public var receipt: Identifier<ScanView>?
    /// As `PurchaseDraft.isAdditional`.
    public var isAdditional: Bool

    public init(
        lines: [PurchaseLine], shipping: Int, tax: Int, discount: Int, paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?,
        isAdditional: Bool = false
    ) {
        self.lines = lines
        self.shipping = shipping
        self.tax = tax
        self.discount = discount
        self.paidBy = paidBy
        self.day = day
        self.receipt = receipt
        self.isAdditional = isAdditional
    }
}

extension Store {
    /// Gifts that one purchase may have.
    public static let largestPurchase = 100

    /// Enters a purchase of several gifts: one ledger entry for each, with its part of shipping, tax and discount.
    ///
    /// Nothing in the books ties the entries together: who may see one of them cannot tell that there were others.
    /// Throws `notFound` where one of the gifts is not there for the caller, and then enters none.
    public func purchase(_ draft: SharedPurchaseDraft, on occasion: Occasion.ID, as caller: Caller) async throws -> [LedgerEntry] {
        for (index, line) in draft.lines.enumerated() where draft.lines[..<index].contains(where: { $0.gift == line.gift }) {
            throw StoreError.invalid(pointer: "/lines/\(index)/gift", detail: "is in this purchase already")
        }
        let purchase = SharedPurchase(lines: draft.lines.map { $0.minor ?? 0 }, shipping: draft.shipping, tax: draft.tax, discount: draft.discount)
        guard purchase.total >= 0 else { throw StoreError.invalid(pointer: "/discount", detail: "is more than everything else") }
        guard purchase.total <= Money.largestMinor else { throw StoreError.invalid(pointer: "/lines", detail: "add up to more than a ledger takes") }
        let lines = zip(draft.lines, purchase.shares).map { line, share in PurchaseLine(entry: line.entry, gift: line.gift, minor: share) }
        return try await transaction(as: caller) { transaction in
            try await transaction.buy(
                lines, paidBy: draft.paidBy, day: draft.day, receipt: draft.receipt, isAdditional: draft.isAdditional, on: occasion)
        }
    }
}

/// What was paid for a gift so far.
struct LockedPayment {
    var minor: Int
    /// Whether something was paid in another currency, without a rate so far.
    var isWaiting = false
    /// Whether the entry that is to be made is there already: the same request came again.
    var isEntered: Bool
}

extension MemberTransaction {
    func buy(
        _ lines: [PurchaseLine], paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?, isAdditional: Bool, on occasion: Occasion.ID
    ) async throws -> [LedgerEntry] {
        if let receipt {
            let found = try await query("SELECT FROM scan WHERE household_id = viewer_household() AND id = \(receipt) AND deleted_at IS NULL")
            if found.isEmpty { throw StoreError.invalid(pointer: "/receipt", detail: "is no receipt of yours") }
        }
        try await requireMember(paidBy)
        let paid = try await lockedPayments(for: lines.map(\.gift), entering: lines.map(\.entry), on: occasion)
        guard isAdditional || paid.allSatisfy({ $0.minor <= 0 && !$0.isWaiting || $0.isEntered }) else {
            throw StoreError.conflict(
                type: "already-bought",
                detail: "This gift is paid for already. Where more was paid for it, send \"additional\": true or an Idempotency-Key with each purchase.")
        }
        var entries: [LedgerEntry] = []
        for line in lines {
            entries.append(try await enter(line.entry, .purchase, minor: line.minor, foreign: line.foreign, paidBy: paidBy, day: day, receipt: receipt, of: line.gift, on: occasion))
        }
        // The same request again: what became of the gift since then stays.
        if paid.allSatisfy(\.isEntered) { return entries }
        _ = try await query("""
            UPDATE gift SET status = CASE WHEN status IN ('wrapped', 'given') THEN status ELSE 'bought' END, version = version + 1
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND id = ANY (\(lines.map(\.gift))) AND deleted_at IS NULL
            """)
        return entries
    }

    /// What was paid for each of the gifts, which nobody else pays for or is refunded for until the transaction ends.
    func lockedPayments(for gifts: [Gift.ID], entering entries: [LedgerEntry.ID], on occasion: Occasion.ID) async throws -> [LockedPayment] {
        // In one order, so that two purchases of the same gifts wait for each other instead of both for ever.
        let locked = try await query("""
            SELECT id FROM gift WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND id = ANY (\(gifts)) AND deleted_at IS NULL
            ORDER BY id FOR UPDATE
            """)
        guard locked.count == gifts.count else { throw StoreError.notFound }
        // A statement of its own: the one that waited for the lock sees the sums from before it waited.
        let sums = try await query("""
            SELECT e.gift_id, coalesce(sum(e.minor), 0)::bigint AS paid, bool_or(e.id = ANY (\(entries))) AS is_entered, bool_or(\(LedgerEntry.waits)) AS is_waiting
            FROM ledger_entry e
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion) AND e.gift_id = ANY (\(gifts)) GROUP BY e.gift_id
            """)
        var payments: [Gift.ID: LockedPayment] = [:]
        for row in sums { payments[try row["gift_id"]] = LockedPayment(minor: try row["paid"], isWaiting: try row["is_waiting"], isEntered: try row["is_entered"]) }
        return gifts.map { payments[$0] ?? LockedPayment(minor: 0, isEntered: false) }
    }
}
