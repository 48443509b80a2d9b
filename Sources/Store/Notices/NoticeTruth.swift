import Foundation
import Household
import PostgreSQL

/// Tells whether what a notice says is still so, as the transaction's member may see it: between the writing of a
/// notice and its mail a purchase may be taken back, a limit raised, an occasion moved or removed.
struct NoticeTruth {
    let zone: Zone
    private var budgets: [Occasion.ID: [BudgetRow]] = [:]

    init(zone: Zone) { self.zone = zone }

    /// - Parameter arming: of a reminder, the day that the occasion had.
    mutating func holds(_ notice: Notice, arming: Int?, in transaction: Transaction) async throws -> Bool {
        if let budget = notice.budget { return try await holds(budget, in: transaction) }
        if let monthly = notice.monthly {
            let there = try await transaction.query("""
                SELECT id FROM budget_category WHERE household_id = viewer_household() AND id = \(monthly.category) AND deleted_at IS NULL
                """)
            if there.isEmpty { return false }
            let history = try await Store.categoryHistory(of: monthly.category, in: monthly.month, upTo: nil, in: transaction)
            return history.stands(at: monthly.threshold)
        }
        guard let coming = notice.coming else { return true }
        let there = try await transaction.query("""
            SELECT id FROM occasion WHERE household_id = viewer_household() AND id = \(coming.occasion) AND deleted_at IS NULL
              AND day - '2000-01-01'::date = \(arming)::bigint AND day >= (now() AT TIME ZONE \(zone)::text)::date
            """)
        return !there.isEmpty
    }

    private mutating func holds(_ budget: Notice.Budget, in transaction: Transaction) async throws -> Bool {
        let there = try await transaction.query("""
            SELECT o.id FROM occasion o WHERE o.household_id = viewer_household() AND o.id = \(budget.occasion) AND o.deleted_at IS NULL
              AND NOT EXISTS (SELECT FROM recipient r WHERE r.household_id = o.household_id AND r.id = \(budget.recipient)::uuid AND r.deleted_at IS NOT NULL)
            """)
        if there.isEmpty { return false }
        let rows: [BudgetRow]
        if let known = budgets[budget.occasion] {
            rows = known
        } else {
            rows = try await Store.budgetRows(of: budget.occasion, upTo: nil, in: transaction)
            budgets[budget.occasion] = rows
        }
        let scope: BudgetScope = budget.recipient.map { .recipient($0) } ?? budget.category.map { .category($0) } ?? .whole
        return BudgetHistory(rows.compactMap { $0.step(in: scope) }).stands(at: budget.threshold)
    }
}
