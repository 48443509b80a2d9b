import Foundation
public import Household
import PostgreSQL

/// What a gift is made with.
public struct GiftDraft: Sendable {
    public var recipient: Recipient.ID
    public var name: String
    public var status: GiftStatus

    /// Minor units of the occasion's currency.
    public var estimate: Int?

    /// Nil, or a currency that must be the occasion's.
    public var currency: Currency?
    public var url: String?
    public var notes: String?
    public var category: BudgetCategory.ID?

    public init(
        recipient: Recipient.ID, name: String, status: GiftStatus, estimate: Int?, currency: Currency? = nil, url: String?, notes: String?,
        category: BudgetCategory.ID? = nil
    ) {
        self.recipient = recipient
        self.name = name
        self.status = status
        self.estimate = estimate
        self.currency = currency
        self.url = url
        self.notes = notes
        self.category = category
    }
}

/// What to change of a gift; nil keeps what is there, and an inner nil clears it.
public struct GiftChange: Sendable {
    public var name: String?
    public var status: GiftStatus?
    public var estimate: Int??

    /// Nil, or a currency that must be the occasion's.
    public var currency: Currency?
    public var url: String??
    public var notes: String??
    public var category: BudgetCategory.ID??

    public init(
        name: String? = nil, status: GiftStatus? = nil, estimate: Int?? = nil, currency: Currency? = nil, url: String?? = nil,
        notes: String?? = nil, category: BudgetCategory.ID?? = nil
    ) {
        self.name = name
        self.status = status
        self.estimate = estimate
        self.currency = currency
        self.url = url
        self.notes = notes
        self.category = category
    }
}

extension Store {
    /// Gifts that one recipient may have on one occasion, deleted ones not counted.
    public static let largestGifts = 500

    /// The gifts of an occasion, or of one recipient on it, that the caller may see; oldest first.
    ///
    /// One round trip, and the hottest question there is: one statement answers both "is there such an
    /// occasion" (a row without a gift) and "which gifts".
    public func gifts(on occasion: Occasion.ID, for recipient: Recipient.ID?, as caller: Caller) async throws -> [Gift] {
        let rows = try await pipeline(as: caller, recipient.map { Gift.select(on: occasion, for: $0) } ?? Gift.select(on: occasion)).rows[0]
        if rows.isEmpty { throw StoreError.notFound }
        return try rows.compactMap { try $0["id"] as Gift.ID? == nil ? nil : Gift($0) }
    }

    public func gift(_ gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> Gift {
        guard let row = try await pipeline(as: caller, Gift.select(gift, on: occasion)).rows[0].first else { throw StoreError.notFound }
        return try Gift(row)
    }

    /// Adds a gift in one round trip. Throws `notFound` for an occasion or recipient that is not there, and
    /// alike for a recipient whose gifts are secret from the caller.
    public func addGift(_ id: Gift.ID, _ draft: GiftDraft, on occasion: Occasion.ID, as caller: Caller) async throws -> Gift {
        let (membership, results) = try await pipeline(as: caller, """
            WITH made AS (
                INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, category_id, created_by)
                SELECT \(id), o.household_id, o.id, r.id, \(draft.name), \(draft.status), \(draft.estimate)::bigint, \(draft.url), \(draft.notes), \(draft.category)::uuid, viewer()
                FROM occasion o JOIN recipient r ON r.household_id = o.household_id AND r.id = \(draft.recipient) AND r.deleted_at IS NULL
                WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
                  AND o.currency = COALESCE(\(draft.currency), o.currency)
                  AND (r.id <> ALL (secret_recipients()) OR o.id = ANY (revealed_occasions()))
                  AND (\(draft.category)::uuid IS NULL OR EXISTS (
                      SELECT FROM budget_category c WHERE c.household_id = o.household_id AND c.id = \(draft.category)::uuid AND c.deleted_at IS NULL))
                  AND (SELECT count(*) FROM gift g WHERE g.household_id = o.household_id AND g.occasion_id = o.id
                       AND g.recipient_id = r.id AND g.deleted_at IS NULL) < \(Self.largestGifts)::int
                ON CONFLICT (id) DO NOTHING
                RETURNING *
            )
            SELECT m.*, o.currency, NULL::bigint AS actual_minor FROM made m JOIN occasion o ON o.household_id = m.household_id AND o.id = m.occasion_id
            """)
        if let row = results[0].first { return try Gift(row) }
        try membership.require(draft.currency, "/estimate/currency")
        if let category = draft.category { try await transaction(as: caller) { try await $0.requireCategory(category) } }
        // Nothing made: the same key was used before, or there is no such place.
        let earlier = try await gift(id, on: occasion, as: caller)
        guard earlier.recipient == draft.recipient, earlier.name == draft.name else { throw StoreError.keyReused }
        return earlier
    }

    public func changeGift(_ gift: Gift.ID, on occasion: Occasion.ID, _ change: GiftChange, version: Int?, as caller: Caller) async throws -> Gift {
        try await transaction(as: caller) { transaction in
            try transaction.membership.require(change.currency, "/estimate/currency")
            try await transaction.requireCategory(change.category ?? nil)
            let changed = try await transaction.query("""
                UPDATE gift SET name = COALESCE(\(change.name), name), status = COALESCE(\(change.status), status),
                    estimate_minor = CASE WHEN \(change.estimate != nil) THEN \(change.estimate ?? nil)::bigint ELSE estimate_minor END,
                    url = CASE WHEN \(change.url != nil) THEN \(change.url ?? nil) ELSE url END,
                    notes = CASE WHEN \(change.notes != nil) THEN \(change.notes ?? nil) ELSE notes END,
                    category_id = CASE WHEN \(change.category != nil) THEN \(change.category ?? nil)::uuid ELSE category_id END,
                    version = version + 1
                WHERE household_id = viewer_household() AND id = \(gift) AND occasion_id = \(occasion) AND deleted_at IS NULL
                  AND version = COALESCE(\(version), version) RETURNING id
                """)
            guard let row = try await transaction.query(Gift.select(gift, on: occasion)).first else { throw StoreError.notFound }
            if changed.isEmpty { throw StoreError.stale }
            return try Gift(row)
        }
    }

    /// Deletes a gift (a child only its own); what was paid for it is taken back out of the books by corrections.
    public func deleteGift(_ gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            if transaction.membership.role == .child {
                let own = try await transaction.query("""
                    SELECT id FROM gift WHERE household_id = viewer_household() AND id = \(gift) AND deleted_at IS NULL AND created_by = viewer()
                    """)
                if own.isEmpty { throw StoreError.forbidden(reason: "You can delete the gifts that you added yourself.") }
            }
            try await transaction.reversePurchases(of: gift, on: occasion)
            let rows = try await transaction.query("""
                UPDATE gift SET deleted_at = now(), version = version + 1
                WHERE household_id = viewer_household() AND id = \(gift) AND occasion_id = \(occasion) AND deleted_at IS NULL RETURNING id
                """)
            if rows.isEmpty { throw StoreError.notFound }
            try await transaction.recordRemoval(ofGift: gift)
        }
    }
}

extension Membership {
    /// Occasions are in their household's currency. Another one must be told, not converted in silence.
    func require(_ currency: Currency?, _ pointer: String) throws {
        if let currency, currency != self.currency {
            throw StoreError.invalid(pointer: pointer, detail: "must be \(self.currency.code), the currency of this household")
        }
    }
}

extension Gift {
    static func select(on occasion: Occasion.ID) -> SQL {
        """
        SELECT g.id, o.id AS occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency, e.minor AS actual_minor
        FROM occasion o
        LEFT JOIN gift g ON g.household_id = o.household_id AND g.occasion_id = o.id AND g.deleted_at IS NULL
        LEFT JOIN (
            SELECT gift_id, sum(minor)::bigint AS minor FROM ledger_entry
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) GROUP BY gift_id
        ) e ON e.gift_id = g.id
        WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
        ORDER BY g.created_at, g.id
        """
    }

    static func select(on occasion: Occasion.ID, for recipient: Recipient.ID) -> SQL {
        """
        SELECT g.id, o.id AS occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency, e.minor AS actual_minor
        FROM occasion o
        LEFT JOIN gift g ON g.household_id = o.household_id AND g.occasion_id = o.id AND g.recipient_id = \(recipient) AND g.deleted_at IS NULL
        LEFT JOIN (
            SELECT gift_id, sum(minor)::bigint AS minor FROM ledger_entry
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND recipient_id = \(recipient) GROUP BY gift_id
        ) e ON e.gift_id = g.id
        WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
        ORDER BY g.created_at, g.id
        """
    }

    static func select(_ gift: Gift.ID, on occasion: Occasion.ID) -> SQL {
        """
        SELECT g.id, g.occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency,
               (SELECT sum(e.minor)::bigint FROM ledger_entry e WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id
                AND e.recipient_id = g.recipient_id AND e.gift_id = g.id) AS actual_minor
        FROM gift g JOIN occasion o ON o.household_id = g.household_id AND o.id = g.occasion_id AND o.deleted_at IS NULL
        WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion) AND g.deleted_at IS NULL
        """
    }

    init(_ row: Row) throws {
        let currency: Currency = try row["currency"]
        let estimate: Int? = try row["estimate_minor"]
        let actual: Int? = try row["actual_minor"]
        let revealed: Date? = try row["revealed_at"]
        self.init(
            id: try row["id"], occasion: try row["occasion_id"], recipient: try row["recipient_id"], name: try row["name"],
            status: try row["status"], estimate: estimate.map { Money(minor: $0, currency: currency) },
            actual: actual.map { Money(minor: $0, currency: currency) }, url: try row["url"], notes: try row["notes"], version: try row["version"],
            isRevealed: revealed != nil, category: try row["category_id"])
    }
}
