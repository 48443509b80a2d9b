import PostgreSQL
import TestSupport

/// A policy of the database that asks more than "which household, and no guest": it keeps one person's things, or a
/// surprise, from other members.
struct FirewallPolicy: Sendable, CustomStringConvertible {
    var table: String
    var name: String
    private var using: String
    private var check: String?

    var description: String { "\(table).\(name)" }

    /// All of them, as they stand in the database.
    static func all(in owner: Pool) async throws -> [FirewallPolicy] {
        let rows = try await owner.query("""
            SELECT p.tablename, p.policyname, p.qual, p.with_check FROM pg_policies p
            WHERE p.schemaname = 'public' AND p.qual IS NOT NULL AND p.roles && '{public,mantel_api}'::name[] AND EXISTS (
                SELECT FROM information_schema.columns c
                WHERE c.table_schema = 'public' AND c.table_name = p.tablename AND c.column_name = 'household_id')
            ORDER BY 1, 2
            """)
        return try rows.map {
            FirewallPolicy(table: try $0["tablename"], name: try $0["policyname"], using: try $0["qual"], check: try $0["with_check"])
        }.filter(\.asksWho)
    }

    /// What is left of the question once the words for household and role are taken out of it.
    private var asksWho: Bool {
        let words = using.matches(of: #/[a-z_]+/#).map { String($0.output) }
        return !Set(words).isSubset(of: [
            "household_id", "viewer_household", "viewer_role", "select", "as", "and", "or", "guest", "text", "array", "any", "organiser", "adult",
        ])
    }

    /// Puts a policy in its place that lets every member of the household through.
    func drop(_ owner: Pool) async throws {
        try await replace("household_id = (SELECT viewer_household())", check == nil ? nil : "household_id = (SELECT viewer_household())", owner)
    }

    func restore(_ owner: Pool) async throws { try await replace(using, check, owner) }

    private func replace(_ using: String, _ check: String?, _ owner: Pool) async throws {
        // The words come from the database itself, or stand above.
        let statement = "ALTER POLICY \(name) ON \(table) USING (\(using))" + (check.map { " WITH CHECK (\($0))" } ?? "")
        try await owner.transaction { transaction in
            _ = try await transaction.query("SELECT set_config('mantel.test', \(statement), true)")
            _ = try await transaction.query("DO $$ BEGIN EXECUTE current_setting('mantel.test'); END $$")
        }
    }
}
