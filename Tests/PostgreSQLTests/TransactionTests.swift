import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite(.ownDatabase) struct TransactionTests {
    private struct Abandoned: Error {}

    private func pool() async throws -> Pool {
        let pool = try TestDatabase.current.owner
        try await pool.execute("CREATE TABLE item (n int CONSTRAINT item_once UNIQUE)")
        return pool
    }

    private func count(_ pool: Pool) async throws -> Int { try await pool.query("SELECT count(*)::int FROM item")[0][0] }

    @Test func `it commits when the body returns`() async throws {
        let pool = try await pool()
        let touched = try await pool.transaction { tx in
            try await tx.execute("INSERT INTO item VALUES (1), (2)")
        }
        #expect(touched == 2)
        #expect(try await count(pool) == 2)
    }

    @Test func `it rolls back when the body throws`() async throws {
        let pool = try await pool()
        await #expect(throws: Abandoned.self) {
            try await pool.transaction { tx in
                try await tx.execute("INSERT INTO item VALUES (1)")
                throw Abandoned()
            }
        }
        #expect(try await count(pool) == 0)
    }

    @Test func `an error that the body swallows still fails the transaction`() async throws {
        let pool = try await pool()
        let error = await #expect(throws: PostgreSQLError.self) {
            try await pool.transaction { tx in
                try await tx.execute("INSERT INTO item VALUES (1)")
                _ = try? await tx.execute("INSERT INTO item VALUES (1)")
            }
        }
        #expect(error?.constraint == "item_once")
        #expect(try await count(pool) == 0)
    }

    @Test func `the prelude runs first, in the same transaction`() async throws {
        let pool = try await pool()
        let viewer: String = try await pool.transaction(prelude: "SELECT set_config('mantel.viewer', \("ann"), true)") { tx in
            try await tx.query("SELECT current_setting('mantel.viewer')")[0][0]
        }
        #expect(viewer == "ann")
    }

    @Test func `the last statements can carry the commit`() async throws {
        let pool = try await pool()
        let rows = try await pool.transaction { tx in
            try await tx.execute("INSERT INTO item VALUES (1)")
            let rows = try await tx.commit("INSERT INTO item VALUES (2)", "SELECT count(*)::int FROM item")
            await #expect(throws: PostgreSQLError.self) { try await tx.query("SELECT 1") }
            return rows
        }
        #expect(try rows[1][0][0] == 2)
        #expect(try await count(pool) == 2)
    }

    @Test func `a serialization failure runs the body once more`() async throws {
        let pool = try await pool()
        try await pool.execute("INSERT INTO item VALUES (1)")
        let runs = Mutex(0)
        try await pool.transaction(isolation: .repeatableRead) { tx in
            _ = try await tx.query("SELECT n FROM item")
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            // Another session changes the row that was read.
            if run == 1 { _ = try await Task.detached { try await pool.execute("UPDATE item SET n = n + 1") }.value }
            try await tx.execute("UPDATE item SET n = n + 10")
        }
        #expect(runs.withLock(\.self) == 2)
        #expect(try await pool.query("SELECT n FROM item")[0][0] == 12)
    }

    @Test func `without retry the failure is the caller's`() async throws {
        let pool = try await pool()
        try await pool.execute("INSERT INTO item VALUES (1)")
        let error = await #expect(throws: PostgreSQLError.self) {
            try await pool.transaction(isolation: .repeatableRead, retry: false) { tx in
                _ = try await tx.query("SELECT n FROM item")
                _ = try await Task.detached { try await pool.execute("UPDATE item SET n = n + 1") }.value
                try await tx.execute("UPDATE item SET n = n + 10")
            }
        }
        #expect(error?.sqlState == "40001")
    }

    @Test func `the pool refuses a caller that holds a transaction of it`() async throws {
        let pool = try await pool()
        let error = await #expect(throws: PostgreSQLError.self) {
            try await pool.transaction { _ in _ = try await pool.query("SELECT 1") }
        }
        #expect(error?.reason == .misuse)
    }

    @Test func `a transaction kept after its end is refused`() async throws {
        let pool = try await pool()
        let kept = try await pool.transaction { tx in
            _ = try await tx.query("SELECT 1")
            return tx
        }
        let error = await #expect(throws: PostgreSQLError.self) { try await kept.query("SELECT 1") }
        #expect(error?.reason == .misuse)
    }

    @Test func `a cancelled transaction is rolled back and lets go of its connection`() async throws {
        let pool = try await pool()
        let task = Task {
            try await pool.transaction { tx in
                try await tx.execute("INSERT INTO item VALUES (1)")
                _ = try await tx.query("SELECT pg_sleep(4)")
            }
        }
        try await eventually("it sleeps") {
            try await pool.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(4)%' AND state = 'active' AND pid <> pg_backend_pid()").count == 1
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually("nothing is lent") { pool.status.lent == 0 }
        #expect(try await count(pool) == 0)
    }
}
