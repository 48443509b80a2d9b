public import Household
import PostgreSQL
import ServiceKit

/// What is known of a purchase.
public struct PurchaseDraft: Sendable {
    /// Minor units of the occasion's currency.
    public var paid: Int

    /// Nil, or a currency that must be the occasion's.
    public var currency: Currency?

    /// Nil: the caller.
    public var paidBy: Member.ID?
    /// Nil: not known. It is never made up.
    public var day: Day?
    public var receipt: Identifier<ScanView>?

    /// Whether more may be paid for a gift that is paid for already. Else that is a conflict, since most likely a
    /// program sent the same purchase again.
    public var isAdditional: Bool

    public init(
        paid: Int, currency: Currency? = nil, paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?, isAdditional: Bool = false
    ) {
        self.paid = paid
        self.currency = currency
        self.paidBy = paidBy
        self.day = day
        self.receipt = receipt
        self.isAdditional = isAdditional
    }
}

extension Store {
    /// Enters a purchase: a ledger entry, the gift bought, and the check of the budget, all or nothing.
    public func purchase(_ id: LedgerEntry.ID, _ draft: PurchaseDraft, of gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> LedgerEntry {
        try await transaction(as: caller) { transaction in
            try transaction.membership.require(draft.currency, "/paid/currency")
            let line = PurchaseLine(entry: id, gift: gift, minor: draft.paid)
            return try await transaction.buy([line], paidBy: draft.paidBy, day: draft.day, receipt: draft.receipt, isAdditional: draft.isAdditional, on: occasion)[0]
        }
    }

    /// Enters money that came back. The gift keeps its status.
    public func refund(_ id: LedgerEntry.ID, _ draft: PurchaseDraft, of gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> LedgerEntry {
        try await transaction(as: caller) { transaction in
            try transaction.membership.require(draft.currency, "/refunded/currency")
            // One refund at a time: two that each fit must not exceed what was paid together.
            let paid = try await transaction.lockedPayments(for: [gift], entering: [id], on: occasion)[0]
            try await transaction.requireMember(draft.paidBy)
            guard paid.isEntered || paid.minor >= draft.paid else {
                throw StoreError.invalid(pointer: "/refunded", detail: "is more than was paid for this gift")
            }
            return try await transaction.enter(
                id, .refund, minor: -draft.paid, paidBy: draft.paidBy, day: draft.day, receipt: nil, of: gift, on: occasion)
        }
    }

    /// Takes a gift's purchases back: a correction in the books, and the gift is planned again.
    public func undoPurchase(of gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> Gift {
        try await transaction(as: caller) { transaction in
            try await transaction.reversePurchases(of: gift, on: occasion)
            _ = try await transaction.query("""
                UPDATE gift SET status = 'planned', version = version + 1
                WHERE household_id = viewer_household() AND id = \(gift) AND occasion_id = \(occasion) AND deleted_at IS NULL
                """)
            guard let row = try await transaction.query(Gift.select(gift, on: occasion)).first else { throw StoreError.notFound }
            return try Gift(row)
        }
    }

    /// The entries of an occasion that the caller may see, oldest first, up to `limit` after the entry `cursor`.
    ///
    /// The next page is named by an entry that is seen, never by its position: gaps would count what is not.
    public func ledger(
        of occasion: Occasion.ID, after cursor: LedgerEntry.ID?, limit: Int, as caller: Caller
    ) async throws -> (entries: [LedgerEntry], next: LedgerEntry.ID?) {
        let rows = try await pipeline(
            as: caller,
            "SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            """
            SELECT e.*, o.currency FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion) AND e.position > COALESCE((
                SELECT c.position FROM ledger_entry c WHERE c.household_id = viewer_household() AND c.occasion_id = \(occasion) AND c.id = \(cursor)), 0)
            ORDER BY e.position LIMIT \(limit + 1)::int
            """).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        let page = rows[1].prefix(limit)
        return (try page.map(LedgerEntry.init), rows[1].count > limit ? try page.last?["id"] : nil)
    }
}

extension MemberTransaction {
    /// Appends to the ledger and has the budget checked at the entry's position.
    func enter(
        _ id: LedgerEntry.ID, _ kind: LedgerEntry.Kind, minor: Int, paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?,
        of gift: Gift.ID, on occasion: Occasion.ID
    ) async throws -> LedgerEntry {
        let rows = try await query("""
            WITH made AS (
                INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, day, receipt_id, entered_by)
                SELECT \(id), g.household_id, g.occasion_id, g.recipient_id, g.id, \(kind), \(minor)::bigint, COALESCE(\(paidBy), viewer()), \(day), \(receipt), viewer()
                FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
                WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion) AND g.deleted_at IS NULL
                ON CONFLICT (id) DO NOTHING RETURNING *
            )
            SELECT m.*, o.currency FROM made m JOIN occasion o ON o.household_id = m.household_id AND o.id = m.occasion_id
            """)
        if let row = rows.first {
            try await enqueueBudgetCheck(of: occasion, at: try row["position"])
            return try LedgerEntry(row)
        }
        let earlier = try await query("""
            SELECT e.*, o.currency FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            WHERE e.household_id = viewer_household() AND e.id = \(id) AND e.gift_id = \(gift)
            """)
        guard let row = earlier.first else { throw StoreError.notFound }
        let entry = try LedgerEntry(row)
        guard entry.kind == kind, entry.amount.minor == minor else { throw StoreError.keyReused }
        return entry
    }

    func requireMember(_ member: Member.ID?, _ pointer: String = "/paidBy") async throws {
        guard let member else { return }
        let found = try await query("SELECT FROM member WHERE household_id = viewer_household() AND id = \(member)")
        if found.isEmpty { throw StoreError.invalid(pointer: pointer, detail: "is nobody in this household") }
    }

    func reversePurchases(of gift: Gift.ID, on occasion: Occasion.ID) async throws {
        let locked = try await query("""
            SELECT id FROM gift WHERE household_id = viewer_household() AND id = \(gift) AND occasion_id = \(occasion) AND deleted_at IS NULL FOR UPDATE
            """)
        if locked.isEmpty { throw StoreError.notFound }
        // Each payer gets back what they paid.
        let payers = try await query("""
            SELECT paid_by, sum(minor)::bigint AS paid FROM ledger_entry
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND gift_id = \(gift)
            GROUP BY paid_by HAVING sum(minor) <> 0 ORDER BY paid_by
            """)
        for row in payers {
            _ = try await enter(
                LedgerEntry.ID(.v7()), .correction, minor: -(try row["paid"] as Int), paidBy: try row["paid_by"], day: nil, receipt: nil, of: gift, on: occasion)
        }
    }
}

extension LedgerEntry {
    init(_ row: Row) throws {
        self.init(
            id: try row["id"], gift: try row["gift_id"], recipient: try row["recipient_id"], kind: try row["kind"],
            amount: Money(minor: try row["minor"], currency: try row["currency"]), paidBy: try row["paid_by"], day: try row["day"],
            entered: try row["entered_at"])
    }
}
