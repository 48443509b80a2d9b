public import Household
import PostgreSQL
import ServiceKit

/// The gifts of one category on an occasion, as one viewer may see them.
public struct GiftCategoryView: Sendable {
    public var category: BudgetCategory
    public var tally: Tally
}

extension Store {
    /// Every category of the household with its limit and sums on an occasion, those without gifts too.
    public func giftCategories(on occasion: Occasion.ID, as caller: Caller) async throws -> [GiftCategoryView] {
        let rows = try await pipeline(
            as: caller, "SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            GiftCategoryView.select(on: occasion, only: nil)).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        return try rows[1].map(GiftCategoryView.init)
    }

    /// Sets or lifts (nil) what the gifts of a category may cost on an occasion. Minor units; 0 allows nothing.
    public func setLimit(
        _ minor: Int?, ofCategory category: BudgetCategory.ID, on occasion: Occasion.ID, as caller: Caller
    ) async throws -> GiftCategoryView {
        try await transaction(as: caller) { transaction in
            let rows = try await transaction.query("""
                INSERT INTO gift_category_limit (id, household_id, occasion_id, category_id, minor, set_by)
                SELECT \(Identifier<GiftCategoryView>(.v7())), o.household_id, o.id, c.id, \(minor)::bigint, viewer()
                FROM occasion o JOIN budget_category c ON c.household_id = o.household_id AND c.id = \(category) AND c.deleted_at IS NULL
                WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
                RETURNING position
                """)
            guard let row = rows.first else { throw StoreError.notFound }
            try await transaction.enqueueBudgetCheck(of: occasion, at: try row["position"])
            guard let view = try await transaction.query(GiftCategoryView.select(on: occasion, only: category)).first else { throw StoreError.notFound }
            return try GiftCategoryView(view)
        }
    }
}

extension MemberTransaction {
    func requireCategory(_ category: BudgetCategory.ID?) async throws {
        guard let category else { return }
        let found = try await query("SELECT FROM budget_category WHERE household_id = viewer_household() AND id = \(category) AND deleted_at IS NULL")
        if found.isEmpty { throw StoreError.invalid(pointer: "/category", detail: "is no category of this household") }
    }

    /// The limits in force on one occasion, for another on which nothing is spent yet.
    func copyCategoryLimits(of source: Occasion.ID, to copy: Occasion.ID) async throws {
        let limits = try await query("""
            SELECT DISTINCT ON (l.category_id) l.category_id, l.minor FROM gift_category_limit l
            JOIN budget_category c ON c.household_id = l.household_id AND c.id = l.category_id AND c.deleted_at IS NULL
            WHERE l.household_id = viewer_household() AND l.occasion_id = \(source) ORDER BY l.category_id, l.position DESC
            """)
        for row in limits where try row["minor"] as Int? != nil {
            _ = try await query("""
                INSERT INTO gift_category_limit (id, household_id, occasion_id, category_id, minor, set_by)
                VALUES (\(Identifier<GiftCategoryView>(.v7())), viewer_household(), \(copy), \(try row["category_id"] as BudgetCategory.ID), \(try row["minor"] as Int)::bigint, viewer())
                """)
        }
    }
}

extension GiftCategoryView {
    static func select(on occasion: Occasion.ID, only category: BudgetCategory.ID?) -> SQL {
        """
        SELECT c.id, c.name, c.version, o.currency,
               (SELECT l.minor FROM gift_category_limit l WHERE l.household_id = c.household_id AND l.occasion_id = o.id AND l.category_id = c.id
                ORDER BY l.position DESC LIMIT 1) AS limit_minor,
               (SELECT count(*)::int FROM ledger_entry e JOIN gift g ON g.household_id = e.household_id AND g.id = e.gift_id
                WHERE e.household_id = o.household_id AND e.occasion_id = o.id AND g.category_id = c.id AND \(LedgerEntry.waits)) AS waiting,
               g.planned, g.spent, g.gifts, g.bought
        FROM budget_category c
        JOIN occasion o ON o.household_id = c.household_id AND o.id = \(occasion) AND o.deleted_at IS NULL
        CROSS JOIN LATERAL (
            -- What is spent counts, deleted gifts' too; what is planned and how many, of those there are.
            SELECT coalesce(sum(planned_minor(g.status, g.estimate_minor, p.minor)) FILTER (WHERE g.deleted_at IS NULL), 0)::bigint AS planned,
                   coalesce(sum(p.minor), 0)::bigint AS spent, (count(*) FILTER (WHERE g.deleted_at IS NULL))::int AS gifts,
                   (count(*) FILTER (WHERE g.deleted_at IS NULL AND g.status IN ('bought', 'wrapped', 'given')))::int AS bought
            FROM gift g LEFT JOIN (
                SELECT e.gift_id, sum(e.minor) AS minor FROM ledger_entry e
                WHERE e.household_id = o.household_id AND e.occasion_id = o.id GROUP BY e.gift_id
            ) p ON p.gift_id = g.id
            WHERE g.household_id = o.household_id AND g.occasion_id = o.id AND g.category_id = c.id
        ) g
        WHERE c.household_id = viewer_household() AND c.deleted_at IS NULL AND c.id = COALESCE(\(category), c.id)
        ORDER BY lower(c.name), c.id
        """
    }

    init(_ row: Row) throws {
        let currency: Currency = try row["currency"]
        category = BudgetCategory(id: try row["id"], name: try row["name"], currency: currency, version: try row["version"])
        tally = try Tally(row, currency)
    }
}
