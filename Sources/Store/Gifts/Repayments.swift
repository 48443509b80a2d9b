public import Household
import PostgreSQL

/// What is known of money that was paid back.
public struct RepaymentDraft: Sendable {
    public var from: Member.ID
    public var to: Member.ID
    /// Minor units.
    public var minor: Int
    /// Nil, or a currency that must be the occasion's.
    public var currency: Currency?
    /// Nil: not known.
    public var day: Day?
    /// Which part of the settlement it belongs to: from whom its gifts are kept.
    public var secretFrom: [Member.ID]

    public init(from: Member.ID, to: Member.ID, minor: Int, currency: Currency? = nil, day: Day? = nil, secretFrom: [Member.ID] = []) {
        self.from = from
        self.to = to
        self.minor = minor
        self.currency = currency
        self.day = day
        self.secretFrom = secretFrom
    }
}

extension Store {
    /// What was paid back on an occasion, as far as the caller may know of it; oldest first.
    public func repayments(on occasion: Occasion.ID, as caller: Caller) async throws -> [Repayment] {
        let rows = try await pipeline(
            as: caller, "SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            Repayment.select(on: occasion)
        ).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        return try Repayment.list(rows[1])
    }

    /// Enters money that one gave another, up to what is open between them in one part of the settlement.
    ///
    /// The same answer for a part that is not there as for one whose gifts are kept from the caller.
    public func repay(_ id: Repayment.ID, _ draft: RepaymentDraft, on occasion: Occasion.ID, as caller: Caller) async throws -> Repayment {
        try await transaction(as: caller) { transaction in
            try transaction.membership.require(draft.currency, "/amount/currency")
            // One at a time: when both tick off the same transfer, the second finds nothing open.
            let held = try await transaction.query("""
                SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL FOR NO KEY UPDATE
                """)
            if held.isEmpty { throw StoreError.notFound }
            try await transaction.requireMember(draft.from, "/from")
            try await transaction.requireMember(draft.to, "/to")
            if draft.from == draft.to { throw StoreError.invalid(pointer: "/to", detail: "is the same person as from") }
            let me = transaction.membership
            guard me.role.mayInvite || [draft.from, draft.to].contains(me.member) else {
                throw StoreError.forbidden(reason: "You can enter what you paid back or got back yourself.")
            }
            if let earlier = try await transaction.repayment(id, on: occasion) {
                guard earlier.from == draft.from, earlier.to == draft.to, earlier.amount.minor == draft.minor else { throw StoreError.keyReused }
                return earlier
            }
            var rows: [[Row]] = []
            for statement in SettlementParts.select(occasion) { rows.append(try await transaction.query(statement)) }
            let parts = try SettlementParts(rows)?.debts ?? [:]
            let debts = parts.first { Set($0.key) == Set(draft.secretFrom) }?.value ?? OpenDebts([])
            guard let spread = debts.spread(draft.minor, from: draft.from, to: draft.to) else {
                throw StoreError.invalid(pointer: "/amount", detail: "is more than the one still owes the other here: look at the settlement again")
            }
            for part in spread {
                _ = try await transaction.query("""
                    INSERT INTO repayment (id, household_id, occasion_id, recipient_id, gift_id, paid_by, paid_to, minor, day, entered_by)
                    SELECT \(id), g.household_id, g.occasion_id, g.recipient_id, g.id, \(draft.from), \(draft.to), \(part.minor)::bigint, \(draft.day), viewer()
                    FROM gift g WHERE g.household_id = viewer_household() AND g.id = \(part.gift)
                    """)
            }
            guard let made = try await transaction.repayment(id, on: occasion) else { throw StoreError.notFound }
            return made
        }
    }

    /// Takes a repayment back: what was owed is owed again. Who paid, got or entered it may, or a grown-up.
    public func withdrawRepayment(_ id: Repayment.ID, on occasion: Occasion.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            guard let repayment = try await transaction.repayment(id, on: occasion) else { throw StoreError.notFound }
            let me = transaction.membership
            guard me.role.mayInvite || [repayment.from, repayment.to, repayment.enteredBy].contains(me.member) else {
                throw StoreError.forbidden(reason: "You can take back what you paid, got or entered yourself.")
            }
            _ = try await transaction.query("""
                UPDATE repayment SET withdrawn_at = now()
                WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND id = \(id) AND withdrawn_at IS NULL
                """)
        }
    }
}

extension MemberTransaction {
    fileprivate func repayment(_ id: Repayment.ID, on occasion: Occasion.ID) async throws -> Repayment? {
        try Repayment.list(try await query(Repayment.select(on: occasion))).first { $0.id == id }
    }
}

extension Repayment {
    /// A row for each gift that each is spread over. Deleted gifts too: who paid back for one is owed that again.
    static func select(on occasion: Occasion.ID) -> SQL {
        """
        SELECT r.id, r.gift_id, r.paid_by, r.paid_to, r.minor, r.day, r.entered_by, r.entered_at, o.currency, \(Contribution.secretFrom)
        FROM repayment r
        JOIN occasion o ON o.household_id = r.household_id AND o.id = r.occasion_id AND o.deleted_at IS NULL
        JOIN gift g ON g.household_id = r.household_id AND g.id = r.gift_id
        WHERE r.household_id = viewer_household() AND r.occasion_id = \(occasion) AND r.withdrawn_at IS NULL
        ORDER BY r.entered_at, r.id, r.gift_id
        """
    }

    /// One for each id; of one whose gifts came apart, the parts that the rows have.
    static func list(_ rows: [Row]) throws -> [Repayment] {
        var list: [Repayment] = []
        for row in rows {
            let next = try Repayment(
                id: row["id"], from: row["paid_by"], to: row["paid_to"], amount: Money(minor: row["minor"], currency: row["currency"]),
                day: row["day"], enteredBy: row["entered_by"], entered: row["entered_at"], secretFrom: row["secret_from"])
            if let last = list.indices.last, list[last].id == next.id {
                list[last].amount.minor += next.amount.minor
            } else {
                list.append(next)
            }
        }
        return list
    }
}
