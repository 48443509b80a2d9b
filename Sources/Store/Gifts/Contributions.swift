public import Household
import PostgreSQL

/// What somebody takes on of a gift: an amount, or else a weight.
public struct ContributionDraft: Sendable {
    /// Nil: the caller.
    public var member: Member.ID?
    public var part: ChipIn.Part
    /// Of the amount: nil, or a currency that must be the occasion's.
    public var currency: Currency?

    public init(member: Member.ID?, part: ChipIn.Part, currency: Currency? = nil) {
        self.member = member
        self.part = part
        self.currency = currency
    }
}

extension Store {
    /// Who bears what of a gift, in the order of joining. The shares add up to what the gift cost, unless only amounts
    /// were taken on and they leave something: that stays with those who paid.
    public func contributions(to gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> [Contribution] {
        let rows = try await pipeline(
            as: caller, Gift.select(gift, on: occasion), Contribution.select(of: gift, on: occasion), GiftPayment.select(of: gift, on: occasion)
        ).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        return try Contribution.list(rows[1], paid: rows[2].map(GiftPayment.init))
    }

    /// Takes part in paying for a gift. Nobody does for what they are given themselves, and each only once:
    /// who wants another part withdraws the first.
    public func chipIn(
        _ id: Contribution.ID, _ draft: ContributionDraft, to gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller
    ) async throws -> Contribution {
        try await transaction(as: caller) { try await $0.chipIn(id, draft, to: gift, on: occasion) }
    }

    /// Takes a part back, for everybody to see in the shares of the others. Who takes part may, who entered it, or a grown-up.
    public func withdraw(_ contribution: Contribution.ID, from gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { try await $0.withdraw(contribution, from: gift, on: occasion) }
    }
}

extension MemberTransaction {
    func chipIn(_ id: Contribution.ID, _ draft: ContributionDraft, to gift: Gift.ID, on occasion: Occasion.ID) async throws -> Contribution {
        guard try await !query(Gift.select(gift, on: occasion)).isEmpty else { throw StoreError.notFound }
        try membership.require(draft.currency, "/amount/currency")
        let member = draft.member ?? membership.member
        try await requireMember(member, "/member")
        let isGiven = try await !query("""
            SELECT FROM gift g JOIN subject s ON s.household_id = g.household_id AND s.recipient_id = g.recipient_id AND s.member_id = \(member)
            WHERE g.household_id = viewer_household() AND g.id = \(gift)
            """).isEmpty
        if isGiven { throw StoreError.invalid(pointer: "/member", detail: "is given this, and chips in for no present of their own") }
        _ = try await query("""
            INSERT INTO contribution (id, household_id, occasion_id, recipient_id, gift_id, member_id, minor, weight, entered_by)
            SELECT \(id), g.household_id, g.occasion_id, g.recipient_id, g.id, \(member)::uuid, \(draft.part.amount)::bigint, \(draft.part.weight)::int, viewer()
            FROM gift g WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion)
            ON CONFLICT DO NOTHING
            """)
        let parts = try await contributions(to: gift, on: occasion)
        if let made = parts.first(where: { $0.id == id }) {
            guard made.member == member, made.part == draft.part else { throw StoreError.keyReused }
            return made
        }
        throw StoreError.conflict(type: "already-chipped-in", detail: "They take part in this gift already. Withdraw that part to take on another.")
    }

    func withdraw(_ contribution: Contribution.ID, from gift: Gift.ID, on occasion: Occasion.ID) async throws {
        let found = try await query("""
            SELECT viewer() IN (member_id, entered_by) AS is_mine FROM contribution
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND gift_id = \(gift) AND id = \(contribution)
            """)
        guard let row = found.first else { throw StoreError.notFound }
        guard try row["is_mine"] || membership.role.mayInvite else {
            throw StoreError.forbidden(reason: "You can withdraw the parts that are yours.")
        }
        _ = try await query("""
            UPDATE contribution SET withdrawn_at = now()
            WHERE household_id = viewer_household() AND id = \(contribution) AND withdrawn_at IS NULL
            """)
    }

    func contributions(to gift: Gift.ID, on occasion: Occasion.ID) async throws -> [Contribution] {
        let parts = try await query(Contribution.select(of: gift, on: occasion))
        return try Contribution.list(parts, paid: try await query(GiftPayment.select(of: gift, on: occasion)).map(GiftPayment.init))
    }
}

/// What somebody paid for a gift, refunds and corrections taken off.
struct GiftPayment {
    var gift: Gift.ID
    var member: Member.ID
    var minor: Int

    /// In the order of paying. Nil: of all gifts of the occasion.
    static func select(of gift: Gift.ID?, on occasion: Occasion.ID) -> SQL {
        """
        SELECT gift_id, paid_by, sum(minor)::bigint AS paid FROM ledger_entry
        WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND gift_id = COALESCE(\(gift), gift_id)
        GROUP BY gift_id, paid_by HAVING sum(minor) <> 0 ORDER BY min(position)
        """
    }

    init(_ row: Row) throws {
        gift = try row["gift_id"]
        member = try row["paid_by"]
        minor = try row["paid"]
    }
}

extension Contribution {
    /// From whom a gift `g` of an occasion `o` is kept.
    static let secretFrom: SQL = """
        CASE WHEN g.revealed_at IS NULL AND o.id <> ALL (revealed_occasions()) THEN ARRAY(
            SELECT s.member_id FROM subject s WHERE s.household_id = g.household_id AND s.recipient_id = g.recipient_id ORDER BY s.member_id)
        ELSE '{}' END AS secret_from
        """

    /// In the order of joining. Nil: to all gifts of the occasion.
    static func select(of gift: Gift.ID?, on occasion: Occasion.ID) -> SQL {
        """
        SELECT c.id, c.gift_id, c.member_id, c.minor, c.weight, o.currency, \(secretFrom)
        FROM contribution c
        JOIN occasion o ON o.household_id = c.household_id AND o.id = c.occasion_id AND o.deleted_at IS NULL
        JOIN gift g ON g.household_id = c.household_id AND g.id = c.gift_id AND g.deleted_at IS NULL
        WHERE c.household_id = viewer_household() AND c.occasion_id = \(occasion) AND c.gift_id = COALESCE(\(gift), c.gift_id) AND c.withdrawn_at IS NULL
        ORDER BY c.entered_at, c.id
        """
    }

    /// The parts of one gift with what each comes to.
    static func list(_ rows: [Row], paid: [GiftPayment]) throws -> [Contribution] {
        let parts: [(member: Member.ID, part: ChipIn.Part)] = try rows.map { (try $0["member_id"], try ChipIn.Part($0)) }
        let shares = ChipIn(payments: paid.map { ($0.member, $0.minor) }, parts: parts).shares
        return try zip(rows, zip(parts, shares)).map { row, part in
            Contribution(
                id: try row["id"], gift: try row["gift_id"], member: part.0.member, part: part.0.part,
                share: Money(minor: part.1, currency: try row["currency"]))
        }
    }
}

extension ChipIn.Part {
    init(_ row: Row) throws {
        if let minor: Int = try row["minor"] { self = .amount(minor) } else { self = .weight(try row["weight"]) }
    }

    var amount: Int? { if case .amount(let minor) = self { minor } else { nil } }
    var weight: Int? { if case .weight(let weight) = self { weight } else { nil } }
}
