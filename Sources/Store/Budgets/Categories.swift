import Foundation
public import Household
import Jobs
import PostgreSQL
import ServiceKit

/// A category with the sums of one month.
public struct CategoryView: Sendable {
    public var category: BudgetCategory
    public var month: Month

    /// What may be spent in a month. Nil: no limit. Zero: nothing allowed.
    public var limit: Money?
    public var spent: Money

    /// Limit less spent; negative when over, nil without a limit.
    public var left: Money? { limit.map { Money(minor: $0.minor - spent.minor, currency: spent.currency) } }
}

extension Store {
    /// Categories that one household may have, deleted ones not counted.
    public static let largestCategories = 100

    /// Every category with what was spent in a month.
    /// - Parameter month: nil for the one that it is in the household's zone.
    public func categories(in month: Month?, as caller: Caller) async throws -> [CategoryView] {
        try await pipeline(as: caller, CategoryView.select(only: nil, in: month)).rows[0].map(CategoryView.init)
    }

    public func category(_ category: BudgetCategory.ID, in month: Month?, as caller: Caller) async throws -> CategoryView {
        guard let row = try await pipeline(as: caller, CategoryView.select(only: category, in: month)).rows[0].first else { throw StoreError.notFound }
        return try CategoryView(row)
    }

    /// - Parameter limit: minor units of the household's currency for each month; nil for no limit.
    public func addCategory(_ id: BudgetCategory.ID, name: String, limit: Int?, as caller: Caller) async throws -> CategoryView {
        try await transaction(as: caller) { transaction in
            try transaction.membership.requireMayPlan()
            let count: Int = try await transaction.query("""
                SELECT count(*)::int AS count FROM budget_category WHERE household_id = viewer_household() AND deleted_at IS NULL AND id <> \(id)
                """).first?["count"] ?? 0
            guard count < Self.largestCategories else {
                throw StoreError.conflict(type: "too-many-categories", detail: "The household has too many categories. Delete one first.")
            }
            try await transaction.requireFree(name, for: id)
            let made = try await transaction.query("""
                INSERT INTO budget_category (id, household_id, name, currency, created_by)
                SELECT \(id), h.id, \(name), h.currency, viewer() FROM household h WHERE h.id = viewer_household()
                ON CONFLICT (id) DO NOTHING RETURNING id
                """)
            if !made.isEmpty, limit != nil { try await transaction.setMonthlyLimit(limit, of: id) }
            return try await transaction.category(id)
        }
    }

    /// Changes what is given; an inner nil of `limit` lifts it. `version` nil changes whatever version is there.
    public func changeCategory(
        _ id: BudgetCategory.ID, name: String?, limit: Int??, version: Int?, as caller: Caller
    ) async throws -> CategoryView {
        try await transaction(as: caller) { transaction in
            let before = try await transaction.category(id)
            try transaction.membership.requireMayPlan()
            if let name, name != before.category.name { try await transaction.requireFree(name, for: id) }
            let changed = try await transaction.query("""
                UPDATE budget_category SET name = COALESCE(\(name), name), version = version + 1
                WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL AND version = COALESCE(\(version), version) RETURNING id
                """)
            if changed.isEmpty { throw StoreError.stale }
            if let limit { try await transaction.setMonthlyLimit(limit, of: id) }
            return try await transaction.category(id)
        }
    }

    /// Takes a category and its entries out of sight; nothing in it is erased.
    public func deleteCategory(_ id: BudgetCategory.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            _ = try await transaction.category(id)
            try transaction.membership.requireMayPlan()
            _ = try await transaction.query("UPDATE budget_category SET deleted_at = now() WHERE household_id = viewer_household() AND id = \(id)")
        }
    }
}

extension Membership {
    /// Children enter what they spend; what may be spent is for grown-ups to say.
    fileprivate func requireMayPlan() throws {
        switch role {
        case .organiser, .adult: return
        case .child: throw StoreError.forbidden(reason: "Ask a grown-up to change what may be spent.")
        case .guest: throw StoreError.notFound
        }
    }
}

extension MemberTransaction {
    func category(_ id: BudgetCategory.ID) async throws -> CategoryView {
        guard let row = try await query(CategoryView.select(only: id, in: nil)).first else { throw StoreError.notFound }
        return try CategoryView(row)
    }

    fileprivate func requireFree(_ name: String, for id: BudgetCategory.ID) async throws {
        let taken = try await query("""
            SELECT FROM budget_category WHERE household_id = viewer_household() AND lower(name) = lower(\(name)) AND deleted_at IS NULL AND id <> \(id)
            """)
        guard taken.isEmpty else { throw StoreError.conflict(type: "category-exists", detail: "There is a category of this name.") }
    }

    fileprivate func setMonthlyLimit(_ minor: Int?, of category: BudgetCategory.ID) async throws {
        let rows = try await query("""
            INSERT INTO category_limit (id, household_id, category_id, minor, set_by)
            VALUES (\(Identifier<CategoryView>(.v7())), viewer_household(), \(category), \(minor)::bigint, viewer()) RETURNING position
            """)
        guard let row = rows.first else { throw StoreError.notFound }
        try await enqueueCategoryCheck(of: category, at: try row["position"])
    }

    func enqueueCategoryCheck(of category: BudgetCategory.ID, at position: Int) async throws {
        try await transaction.enqueue(
            CheckCategory(category: category, position: position, cause: membership.member), household: membership.household.uuid)
    }
}

extension CategoryView {
    static func select(only category: BudgetCategory.ID?, in month: Month?) -> SQL {
        """
        SELECT c.id, c.name, c.currency, c.version, m.first,
               (SELECT l.minor FROM category_limit l WHERE l.household_id = c.household_id AND l.category_id = c.id
                ORDER BY l.position DESC LIMIT 1) AS limit_minor,
               (SELECT coalesce(sum(e.minor), 0)::bigint FROM budget_entry e WHERE e.household_id = c.household_id AND e.category_id = c.id
                AND e.day >= m.first AND e.day < (m.first + interval '1 month')::date) AS spent
        FROM budget_category c JOIN household h ON h.id = c.household_id
        CROSS JOIN LATERAL (SELECT coalesce(\(month?.first)::date, date_trunc('month', now() AT TIME ZONE h.zone)::date) AS first) m
        WHERE c.household_id = viewer_household() AND c.deleted_at IS NULL AND c.id = COALESCE(\(category), c.id)
        ORDER BY lower(c.name), c.id
        """
    }

    init(_ row: Row) throws {
        let currency: Currency = try row["currency"]
        let minor: Int? = try row["limit_minor"]
        category = BudgetCategory(id: try row["id"], name: try row["name"], currency: currency, version: try row["version"])
        month = Month(try row["first"] as Day)
        limit = minor.map { Money(minor: $0, currency: currency) }
        spent = Money(minor: try row["spent"], currency: currency)
    }
}
