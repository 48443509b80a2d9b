import PostgreSQL
import Testing

/// Each index is missed: without those by household, the question reads everybody's rows, and the check says so.
@Suite(.serialized, .town(of: 1_000)) struct DroppedIndexTests {
    @Test func `without a table's indexes by household the check fails for it`() async throws {
        let town = try #require(Town.current), home = town.home
        let standing: [(table: String, question: HotQuestion)] = [
            ("gift", .giftList), ("ledger_entry", .budgetOfEverybody), ("budget_limit", .budgetOfEverybody), ("recipient", .recipients),
            ("occasion", .occasions), ("event", .calendarMonth), ("notice", .notices), ("member", .members), ("budget_entry", .householdBudget),
        ]
        for (table, question) in standing {
            #expect(try await excess(of: question, in: town, home)[table] == nil, "\(table)")
            try await drop(table, in: town)
            #expect(try await excess(of: question, in: town, home)[table] != nil, "\(table)")
        }
    }

    private func excess(of question: HotQuestion, in town: Town, _ home: Home) async throws -> [String: Footprint.Touched] {
        try await town.asAPI { store, pool in
            try await Footprint.of(pool, in: town) { try await question.ask(store, of: home) }.excess(in: home)
        }
    }

    private func drop(_ table: String, in town: Town) async throws {
        let statements = try await town.owner.query("""
            SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
                   ELSE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', i.indrelid::regclass, c.conname) END AS statement
            FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
            WHERE i.indrelid = \(table)::regclass AND a.attname = 'household_id'
            """)
        #expect(!statements.isEmpty)
        for row in statements { try await town.administer(try row["statement"]) }
    }
}
