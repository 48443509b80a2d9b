import PostgreSQL
import TestSupport
import Testing

@Suite(.ownDatabase) struct PipelineTests {
    private func pool() throws -> Pool { try TestDatabase.current.owner }

    @Test func `each statement has its rows`() async throws {
        let rows = try await pool().pipeline(["SELECT set_config('mantel.viewer', \("ann"), true)", "SELECT current_setting('mantel.viewer')", "SELECT 2 WHERE false"])
        #expect(rows.map(\.count) == [1, 1, 0])
        #expect(try rows[1][0][0] == "ann")
    }

    @Test func `a local setting ends with its pipeline`() async throws {
        let pool = Pool(try TestDatabase.current.conninfo(), limit: 1)
        _ = try await pool.pipeline(["SELECT set_config('mantel.viewer', \("ann"), true)", "SELECT 1"])
        #expect(try await pool.query("SELECT coalesce(current_setting('mantel.viewer', true), '')")[0][0] == "")
        await pool.close()
    }

    @Test func `all or nothing, and the error is that of the statement that failed`() async throws {
        let pool = try pool()
        try await pool.execute("CREATE TABLE item (n int CONSTRAINT item_small CHECK (n < 10))")
        let error = await #expect(throws: PostgreSQLError.self) {
            try await pool.pipeline(["INSERT INTO item VALUES (\(1))", "INSERT INTO item VALUES (\(99))", "INSERT INTO item VALUES (\(2))"])
        }
        #expect(error?.constraint == "item_small")
        #expect(try await pool.query("SELECT count(*)::int FROM item")[0][0] == 0)
        _ = try await pool.pipeline(["INSERT INTO item VALUES (\(1))", "INSERT INTO item VALUES (\(2))"])
        #expect(try await pool.query("SELECT count(*)::int FROM item")[0][0] == 2)
    }

    @Test func `a deferred constraint that fails at the end fails the pipeline`() async throws {
        let pool = Pool(try TestDatabase.current.conninfo(), limit: 1)
        try await pool.execute("CREATE TABLE item (n int CONSTRAINT item_once UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        let error = await #expect(throws: PostgreSQLError.self) {
            try await pool.pipeline(["INSERT INTO item VALUES (1)", "INSERT INTO item VALUES (1)"])
        }
        #expect(error?.constraint == "item_once")
        #expect(try await pool.query("SELECT count(*)::int FROM item")[0][0] == 0)
        await pool.close()
    }

    @Test func `large statements and large answers do not wait for each other`() async throws {
        let text = String(repeating: "x", count: 300_000)
        let statements = [SQL](repeating: "SELECT \(text)::text, repeat('y', 300000)", count: 60)
        let rows = try await pool().pipeline(statements, within: .seconds(120))
        #expect(rows.count == 60)
        #expect(try (rows[59][0][1] as String).utf8.count == 300_000)
    }

    @Test func `a transaction left open by a pipeline does not reach the next caller`() async throws {
        let pool = Pool(try TestDatabase.current.conninfo(), limit: 1)
        _ = try await pool.pipeline(["BEGIN", "CREATE TABLE leaked (n int)"])
        #expect(try await pool.query("SELECT to_regclass('leaked') IS NULL")[0][0] == true)
        await pool.close()
    }
}
