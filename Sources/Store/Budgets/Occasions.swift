import Foundation
public import Household
import PostgreSQL

/// An occasion with the sums that one viewer may see.
public struct OccasionView: Sendable {
    public var occasion: Occasion
    public var tally: Tally

    /// Calendar days until its day, in the household's zone; negative once it is over.
    public var daysLeft: Int

    /// The day it was planned, in the household's zone.
    public var planned: Day

    public var today: Day { occasion.day.adding(days: -daysLeft) }

    /// From the day it was planned to its day; nil without a limit.
    public var pace: Pace? { tally.limit.map { Pace(limit: $0, start: planned, end: occasion.day) } }
}

/// What an occasion is made or changed with.
public struct OccasionDraft: Sendable {
    public var name: String
    public var day: Day

    /// Nil where it does not come back; else `day` is one of its days.
    public var rule: DayRule?
    public var revealDay: Day?
    public var thresholds: [Int]?

    public init(name: String, day: Day, rule: DayRule? = nil, revealDay: Day?, thresholds: [Int]? = nil) {
        self.name = name
        self.day = day
        self.rule = rule
        self.revealDay = revealDay
        self.thresholds = thresholds
    }

    func requireSound() throws {
        if let rule, !rule.falls(on: day) { throw StoreError.invalid(pointer: "/day", detail: "is not a day that \(rule) falls on") }
        if let revealDay, revealDay < day { throw StoreError.invalid(pointer: "/revealDay", detail: "must not be before the day itself") }
    }
}

extension Store {
    /// Occasions that one household may have, deleted ones not counted.
    public static let largestOccasions = 200

    public func occasions(as caller: Caller) async throws -> [OccasionView] {
        try await pipeline(as: caller, OccasionView.select(only: nil)).rows[0].map(OccasionView.init)
    }

    public func occasion(_ occasion: Occasion.ID, as caller: Caller) async throws -> OccasionView {
        guard let row = try await pipeline(as: caller, OccasionView.select(only: occasion)).rows[0].first else { throw StoreError.notFound }
        return try OccasionView(row)
    }

    /// - Parameter limit: minor units of the household's currency; nil for no limit.
    public func addOccasion(_ id: Occasion.ID, _ draft: OccasionDraft, limit: Int?, as caller: Caller) async throws -> OccasionView {
        try await transaction(as: caller) { transaction in
            if try await transaction.makeOccasion(id, draft), limit != nil { try await transaction.setLimit(limit, of: id, for: nil) }
            return try await transaction.occasion(id)
        }
    }

    /// Replaces what an occasion is, and its limit where `limit` is given (an inner nil lifts it); `version` nil
    /// changes whatever version is there.
    ///
    /// Only an organiser changes the day of revealing or brings the day forward. Only one who is given no presents
    /// lets surprises out earlier: whoever could would read, by tomorrow, what is planned for them.
    public func changeOccasion(
        _ id: Occasion.ID, _ draft: OccasionDraft, limit: Int?? = nil, version: Int?, as caller: Caller
    ) async throws -> OccasionView {
        try await transaction(as: caller) { transaction in
            let before = try await transaction.occasion(id).occasion
            try draft.requireSound()
            try await transaction.requireMayReveal(before, as: draft)
            let changed = try await transaction.query("""
                UPDATE occasion SET name = \(draft.name), day = \(draft.day), rule = \(draft.rule), reveal_day = \(draft.revealDay),
                    thresholds = \(draft.thresholds)::int[], version = version + 1
                WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL AND version = COALESCE(\(version), version)
                RETURNING id
                """)
            if changed.isEmpty {
                _ = try await transaction.occasion(id)
                throw StoreError.stale
            }
            if let limit { try await transaction.setLimit(limit, of: id, for: nil) }
            return try await transaction.occasion(id)
        }
    }

    /// Takes an occasion and its books out of sight. Only an organiser may; nothing in it is erased.
    public func deleteOccasion(_ id: Occasion.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            _ = try await transaction.occasion(id)
            guard transaction.membership.role == .organiser else { throw StoreError.forbidden(reason: "Only an organiser deletes an occasion.") }
            let rows = try await transaction.query("""
                UPDATE occasion SET deleted_at = now() WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL RETURNING id
                """)
            if rows.isEmpty { throw StoreError.notFound }
            try await transaction.recordRemoval(ofOccasion: id)
        }
    }
}

extension MemberTransaction {
    /// Decided by the role, the days and who is given presents in this household at all, so that a refusal tells
    /// nothing of what is planned.
    func requireMayReveal(_ before: Occasion, as draft: OccasionDraft) async throws {
        guard draft.revealDay != before.revealDay || draft.day < before.day else { return }
        guard membership.role == .organiser else {
            throw StoreError.forbidden(reason: "Only an organiser changes when surprises are revealed.")
        }
        guard let reveal = draft.revealDay, before.revealDay.map({ reveal < $0 }) ?? true else { return }
        let isGiven: Bool = try await query("SELECT cardinality(secret_recipients()) > 0 AS given").first?["given"] ?? true
        guard !isGiven else {
            throw StoreError.forbidden(
                reason: "You are given presents too: nobody opens their own early. Whoever gives one can reveal it, or an organiser who gets none.")
        }
        guard reveal > membership.zone.day(at: .now) else {
            throw StoreError.invalid(pointer: "/revealDay", detail: "must be later than today")
        }
    }

    /// False where an occasion of that id is there already.
    func makeOccasion(_ id: Occasion.ID, _ draft: OccasionDraft) async throws -> Bool {
        guard membership.role.maySeeBudgets else { throw StoreError.notFound }
        try draft.requireSound()
        let count: Int = try await query("""
            SELECT count(*)::int AS count FROM occasion WHERE household_id = viewer_household() AND deleted_at IS NULL AND id <> \(id)
            """).first?["count"] ?? 0
        guard count < Store.largestOccasions else {
            throw StoreError.conflict(type: "too-many-occasions", detail: "The household has too many occasions. Delete an old one first.")
        }
        return try await !query("""
            INSERT INTO occasion (id, household_id, name, day, rule, reveal_day, thresholds, currency, created_by)
            SELECT \(id), h.id, \(draft.name), \(draft.day), \(draft.rule), \(draft.revealDay), \(draft.thresholds)::int[], h.currency, viewer()
            FROM household h WHERE h.id = viewer_household()
            ON CONFLICT (id) DO NOTHING RETURNING id
            """).isEmpty
    }

    func occasion(_ id: Occasion.ID) async throws -> OccasionView {
        guard let row = try await query(OccasionView.select(only: id)).first else { throw StoreError.notFound }
        return try OccasionView(row)
    }
}

extension OccasionView {
    /// Every sum is a query under the viewer's policies; there is no counter to leak or to drift.
    static func select(only occasion: Occasion.ID?) -> SQL {
        """
        SELECT o.id, o.name, o.day, o.rule, o.reveal_day, o.currency, o.version, o.thresholds,
               (o.created_at AT TIME ZONE h.zone)::date AS planned_on,
               o.day - (now() AT TIME ZONE h.zone)::date AS days_left,
               (SELECT b.minor FROM budget_limit b WHERE b.household_id = o.household_id AND b.occasion_id = o.id AND b.recipient_id IS NULL
                ORDER BY b.position DESC LIMIT 1) AS limit_minor,
               (SELECT coalesce(sum(e.minor), 0)::bigint FROM ledger_entry e WHERE e.household_id = o.household_id AND e.occasion_id = o.id) AS spent,
               (SELECT count(*)::int FROM ledger_entry e WHERE e.household_id = o.household_id AND e.occasion_id = o.id AND \(LedgerEntry.waits)) AS waiting,
               g.planned, g.gifts, g.bought
        FROM occasion o JOIN household h ON h.id = o.household_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(planned_minor(g.status, g.estimate_minor, p.minor)), 0)::bigint AS planned, count(*)::int AS gifts,
                   (count(*) FILTER (WHERE g.status IN ('bought', 'wrapped', 'given')))::int AS bought
            FROM gift g LEFT JOIN (
                SELECT e.gift_id, sum(e.minor) AS minor FROM ledger_entry e
                WHERE e.household_id = o.household_id AND e.occasion_id = o.id GROUP BY e.gift_id
            ) p ON p.gift_id = g.id
            WHERE g.household_id = o.household_id AND g.occasion_id = o.id AND g.deleted_at IS NULL
        ) g
        WHERE o.household_id = viewer_household() AND o.deleted_at IS NULL AND o.id = COALESCE(\(occasion), o.id)
        ORDER BY o.day, o.id
        """
    }

    init(_ row: Row) throws {
        let currency: Currency = try row["currency"]
        occasion = Occasion(
            id: try row["id"], name: try row["name"], day: try row["day"], rule: try row["rule"], revealDay: try row["reveal_day"],
            currency: currency, version: try row["version"], thresholds: try row["thresholds"])
        tally = try Tally(row, currency)
        daysLeft = try row["days_left"]
        planned = try row["planned_on"]
    }
}

extension Tally {
    init(_ row: Row, _ currency: Currency) throws {
        let limit: Int? = try row["limit_minor"]
        self.init(
            limit: limit.map { Money(minor: $0, currency: currency) },
            planned: Money(minor: try row["planned"], currency: currency),
            spent: Money(minor: try row["spent"], currency: currency),
            gifts: try row["gifts"], bought: try row["bought"], waiting: try row["waiting"])
    }
}
