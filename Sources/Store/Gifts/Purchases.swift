public import Household
import PostgreSQL
import ServiceKit

/// What is known of a purchase.
public struct PurchaseDraft: Sendable {
    /// Minor units of `currency`.
    public var paid: Int

    /// Nil: the occasion's. A refund must be in that one.
    public var currency: Currency?

    /// What one unit of another currency is worth, as `ExchangeRate` reads it. Nil: not known yet.
    public var rate: String?

    /// Nil: the caller.
    public var paidBy: Member.ID?
    /// Nil: not known. It is never made up.
    public var day: Day?
    public var receipt: Identifier<ScanView>?

    /// Whether more may be paid for a gift that is paid for already. Else that is a conflict, since most likely a
    /// program sent the same purchase again.
    public var isAdditional: Bool

    public init(
        paid: Int, currency: Currency? = nil, rate: String? = nil, paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?,
        isAdditional: Bool = false
    ) {
        self.paid = paid
        self.currency = currency
        self.rate = rate
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
            let home = transaction.membership.currency
            let worth = try Worth(of: Money(minor: draft.paid, currency: draft.currency ?? home), at: draft.rate, in: home, "/paid")
            let line = PurchaseLine(entry: id, gift: gift, minor: worth.minor, foreign: worth.foreign)
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
    /// With `asOf`, those that had been entered by the end of that day in the household's zone. Who may see them is
    /// decided as of now: a day that is over opens nothing.
    ///
    /// The next page is named by an entry that is seen, never by its position: gaps would count what is not.
    public func ledger(
        of occasion: Occasion.ID, after cursor: LedgerEntry.ID?, limit: Int, asOf: Day? = nil, as caller: Caller
    ) async throws -> (entries: [LedgerEntry], next: LedgerEntry.ID?) {
        let rows = try await pipeline(
            as: caller,
            "SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            """
            SELECT \(LedgerEntry.columns(asOf: asOf)) FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            JOIN household h ON h.id = e.household_id
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion)
              AND (\(asOf)::date IS NULL OR (e.entered_at AT TIME ZONE h.zone)::date <= \(asOf)::date) AND e.position > COALESCE((
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
        _ id: LedgerEntry.ID, _ kind: LedgerEntry.Kind, minor: Int?, foreign: ForeignAmount? = nil, about: LedgerEntry.ID? = nil,
        reason: String? = nil, undoing undone: LedgerEntry.ID? = nil, paidBy: Member.ID?, day: Day?, receipt: Identifier<ScanView>?,
        of gift: Gift.ID, on occasion: Occasion.ID
    ) async throws -> LedgerEntry {
        let rows = try await query("""
            WITH made AS (
                INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, day, receipt_id, entered_by,
                                          original_minor, original_currency, rate, about, reason, undoes, status_before)
                SELECT \(id), g.household_id, g.occasion_id, g.recipient_id, g.id, \(kind), \(minor)::bigint, COALESCE(\(paidBy), viewer()), \(day), \(receipt), viewer(),
                       \(foreign?.money.minor)::bigint, \(foreign?.money.currency), \(foreign?.rate?.plain)::numeric, \(about)::uuid, \(reason), \(undone)::uuid, g.status
                FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
                WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion) AND g.deleted_at IS NULL
                ON CONFLICT (id) DO NOTHING RETURNING *
            )
            SELECT m.*, m.rate::text AS rate_text, m.minor IS NULL AS is_waiting, o.currency FROM made m JOIN occasion o ON o.household_id = m.household_id AND o.id = m.occasion_id
            """)
        if let row = rows.first {
            try await enqueueBudgetCheck(of: occasion, at: try row["position"])
            return try LedgerEntry(row)
        }
        let earlier = try await query("""
            SELECT \(LedgerEntry.columns(asOf: nil)) FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id
            JOIN household h ON h.id = e.household_id
            WHERE e.household_id = viewer_household() AND e.id = \(id) AND e.gift_id = \(gift)
            """)
        guard let row = earlier.first else { throw StoreError.notFound }
        let entry = try LedgerEntry(row)
        guard entry.kind == kind, entry.amount?.minor == minor, entry.foreign?.money == foreign?.money, entry.about == about else { throw StoreError.keyReused }
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
        // What waits for a rate comes to nothing, and waits no longer.
        let waiting = try await query("""
            SELECT e.id, e.paid_by, e.original_currency FROM ledger_entry e
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion) AND e.gift_id = \(gift) AND \(LedgerEntry.waits) ORDER BY e.position
            """)
        for row in waiting {
            let nothing = ForeignAmount(money: Money(minor: 0, currency: try row["original_currency"]), rate: nil)
            _ = try await enter(
                .init(.v7()), .correction, minor: 0, foreign: nothing, about: try row["id"], paidBy: try row["paid_by"], day: nil, receipt: nil, of: gift,
                on: occasion)
        }
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
    /// Whether the entry `e` has no amount, and no correction that brought one.
    static let waits = waiting { _ in "true" }

    /// The same by the end of a day, which may be null for now, in the zone of the household `h`.
    static func waits(by day: SQL) -> SQL {
        waiting { entered in "(\(day)::date IS NULL OR (\(entered) AT TIME ZONE h.zone)::date <= \(day)::date)" }
    }

    /// A correction that was undone brought nothing; the undoing of the purchase itself ends the waiting.
    private static func waiting(_ isKnown: (_ entered: SQL) -> SQL) -> SQL {
        """
        e.minor IS NULL AND NOT EXISTS (
            SELECT FROM ledger_entry r WHERE r.household_id = e.household_id AND r.about = e.id AND \(isKnown("r.entered_at"))
            AND (r.undoes IS NULL OR r.undoes = e.id) AND NOT EXISTS (
                SELECT FROM ledger_entry u WHERE u.household_id = r.household_id AND u.undoes = r.id AND \(isKnown("u.entered_at"))))
        """
    }

    /// The columns of the entry `e`, in the occasion `o` and the household `h`.
    static func columns(asOf: Day?) -> SQL {
        """
        e.*, e.rate::text AS rate_text, o.currency, \(waits(by: "\(asOf)")) AS is_waiting
        """
    }

    init(_ row: Row) throws {
        let currency: Currency = try row["currency"]
        let minor: Int? = try row["minor"]
        self.init(
            id: try row["id"], gift: try row["gift_id"], recipient: try row["recipient_id"], kind: try row["kind"],
            amount: minor.map { Money(minor: $0, currency: currency) }, foreign: try ForeignAmount(row, in: currency), about: try row["about"],
            reason: try row["reason"], batch: try row["batch_id"], undoes: try row["undoes"], isWaiting: try row["is_waiting"], paidBy: try row["paid_by"], day: try row["day"],
            entered: try row["entered_at"])
    }
}
