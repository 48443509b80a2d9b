import Foundation
public import Household
import PostgreSQL
import ServiceKit

/// What is known of money that was spent in a category.
public struct EntryDraft: Sendable {
    /// Minor units of the category's currency; negative for money that came back.
    public var minor: Int

    /// Nil, or a currency that must be the category's.
    public var currency: Currency?

    /// Nil: today in the household's zone.
    public var day: Day?
    public var note: String?

    /// Nil: the caller.
    public var paidBy: Member.ID?

    public init(minor: Int, currency: Currency? = nil, day: Day?, note: String?, paidBy: Member.ID?) {
        self.minor = minor
        self.currency = currency
        self.day = day
        self.note = note
        self.paidBy = paidBy
    }
}

extension Store {
    /// Entries that one category may have in one month.
    public static let largestMonth = 2000

    /// The entries of a category in a month, oldest first.
    /// - Parameter month: nil for the one that it is in the household's zone.
    public func entries(of category: BudgetCategory.ID, in month: Month?, as caller: Caller) async throws -> [BudgetEntry] {
        let view = try await self.category(category, in: month, as: caller)
        return try await pipeline(as: caller, """
            \(BudgetEntry.select) AND e.category_id = \(category) AND e.day BETWEEN \(view.month.first) AND \(view.month.last)
            ORDER BY e.day, e.position
            """).rows[0].map(BudgetEntry.init)
    }

    /// Enters what was spent, and has the month's budget checked.
    public func addEntry(_ id: BudgetEntry.ID, _ draft: EntryDraft, to category: BudgetCategory.ID, as caller: Caller) async throws -> BudgetEntry {
        try await transaction(as: caller) { transaction in
            let view = try await transaction.category(category)
            if let currency = draft.currency, currency != view.category.currency {
                throw StoreError.invalid(pointer: "/amount/currency", detail: "must be \(view.category.currency.code), the currency of this category")
            }
            try await transaction.requireMember(draft.paidBy)
            let entry = try await transaction.enter(id, draft, takingBack: nil, in: category)
            guard entry.amount.minor == draft.minor, entry.category == category else { throw StoreError.keyReused }
            return entry
        }
    }

    /// Takes an entry back: one of the opposite amount on the same day, once. Who entered it may, or a grown-up.
    public func takeBack(_ entry: BudgetEntry.ID, of category: BudgetCategory.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            _ = try await transaction.category(category)
            let found = try await transaction.query("""
                SELECT e.*, e.entered_by = viewer() AS is_mine,
                       EXISTS (SELECT FROM budget_entry b WHERE b.household_id = e.household_id AND b.takes_back = e.id) AS is_gone
                FROM budget_entry e WHERE e.household_id = viewer_household() AND e.category_id = \(category) AND e.id = \(entry) AND e.takes_back IS NULL
                """)
            guard let row = found.first else { throw StoreError.notFound }
            guard try row["is_mine"] || transaction.membership.role.mayInvite else {
                throw StoreError.forbidden(reason: "You can take back what you entered yourself.")
            }
            // Taken back already: it is as they want it.
            if try row["is_gone"] { return }
            let draft = EntryDraft(minor: -(try row["minor"] as Int), day: try row["day"], note: nil, paidBy: try row["paid_by"])
            _ = try await transaction.enter(.init(.v7()), draft, takingBack: entry, in: category)
        }
    }
}

extension MemberTransaction {
    /// Two that take back the same entry side by side leave one line.
    fileprivate func enter(
        _ id: BudgetEntry.ID, _ draft: EntryDraft, takingBack: BudgetEntry.ID?, in category: BudgetCategory.ID
    ) async throws -> BudgetEntry {
        let day = draft.day ?? membership.zone.day(at: .now)
        let month = Month(day)
        let made = try await query("""
            INSERT INTO budget_entry (id, household_id, category_id, minor, day, note, paid_by, takes_back, entered_by)
            SELECT \(id), viewer_household(), \(category), \(draft.minor)::bigint, \(day)::date, \(draft.note), COALESCE(\(draft.paidBy), viewer()), \(takingBack), viewer()
            WHERE (SELECT count(*) FROM budget_entry e WHERE e.household_id = viewer_household() AND e.category_id = \(category)
                   AND e.day BETWEEN \(month.first) AND \(month.last)) < \(Store.largestMonth)::int
            ON CONFLICT DO NOTHING RETURNING position
            """)
        if let row = made.first { try await enqueueCategoryCheck(of: category, at: try row["position"]) }
        let rows = try await query("\(BudgetEntry.select) AND (e.id = \(id) OR e.takes_back = \(takingBack))")
        guard let row = rows.first else {
            throw StoreError.conflict(type: "too-many-entries", detail: "This month has too many entries in this category.")
        }
        return try BudgetEntry(row)
    }
}

extension BudgetEntry {
    static let select: SQL = """
        SELECT e.*, c.currency FROM budget_entry e JOIN budget_category c ON c.household_id = e.household_id AND c.id = e.category_id
        WHERE e.household_id = viewer_household()
        """

    init(_ row: Row) throws {
        self.init(
            id: try row["id"], category: try row["category_id"], amount: Money(minor: try row["minor"], currency: try row["currency"]),
            day: try row["day"], note: try row["note"], paidBy: try row["paid_by"], takesBack: try row["takes_back"], entered: try row["entered_at"])
    }
}
