import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

@Suite(.ownDatabase) struct ConnectionTests {
    /// Statements running on the server that contain this text, other than the one that asks.
    private func running(_ marker: String) async throws -> Int {
        try await TestDatabase.current.owner.query(
            "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE \("%\(marker)%") AND pid <> pg_backend_pid()")[0][0]
    }

    @Test func `an error carries its state, constraint and table, and keeps values out of its description`() async throws {
        let pool = try TestDatabase.current.owner
        try await pool.execute("CREATE TABLE budget (name text CONSTRAINT budget_name_unique UNIQUE)")
        try await pool.execute("INSERT INTO budget VALUES (\("Grandma's secret"))")
        let error = await #expect(throws: PostgreSQLError.self) { try await pool.execute("INSERT INTO budget VALUES (\("Grandma's secret"))") }
        #expect(error?.sqlState == "23505")
        #expect(error?.constraint == "budget_name_unique")
        #expect(error?.table == "budget")
        #expect(error?.detail?.contains("secret") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `a statement past its deadline is cancelled on the server`() async throws {
        let pool = try TestDatabase.current.owner
        let start = ContinuousClock.now
        let error = await #expect(throws: PostgreSQLError.self) { try await pool.query("SELECT pg_sleep(300) /* late */", within: .milliseconds(200)) }
        #expect(error?.reason == .deadline)
        #expect(start.duration(to: .now) < .seconds(60))
        try await eventually("the server stops") { try await running("late") == 0 }
        _ = try await pool.query("SELECT 1")
    }

    @Test func `a cancelled task cancels its statement on the server`() async throws {
        let pool = try TestDatabase.current.owner
        let task = Task { try await pool.query("SELECT pg_sleep(300) /* abandoned */") }
        try await eventually("the statement runs") { try await running("abandoned") == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await eventually("the server stops") { try await running("abandoned") == 0 }
    }

    @Test func `a task cancelled before its statement sends nothing, and harms nobody after it`() async throws {
        let connection = try await Connection.connect(TestDatabase.current.conninfo())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await connection.query("CREATE TABLE never (n int)")
        }
        task.cancel()
        await #expect(throws: PostgreSQLError.self) { try await task.value }
        #expect(try await connection.query("SELECT to_regclass('never') IS NULL")[0][0] == true)
        await connection.close()
    }

    @Test func `a connection keeps no more prepared statements than it may`() async throws {
        let connection = try await Connection.connect(TestDatabase.current.conninfo(), statements: 3)
        let statements: [SQL] = ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5"]
        for _ in 1...2 {
            for (index, statement) in statements.enumerated() { #expect(try await connection.query(statement)[0][0] == index + 1) }
        }
        // Evicted, prepared and executed within one batch.
        _ = try await connection.perform(statements + statements, within: .seconds(5)).get()
        #expect(await connection.preparedCount == 3)
        #expect(try await connection.query("SELECT count(*)::int FROM pg_prepared_statements")[0][0] == 3)
        await connection.close()
    }

    @Test func `a statement that cannot be prepared leaves nothing behind`() async throws {
        let connection = try await Connection.connect(TestDatabase.current.conninfo())
        for _ in 1...2 {
            let error = await #expect(throws: PostgreSQLError.self) { try await connection.query("SELEC 1") }
            #expect(error?.sqlState == "42601")
        }
        #expect(await connection.preparedCount == 0)
        #expect(try await connection.query("SELECT 1")[0][0] == 1)
        await connection.close()
    }

    @Test func `a password or database that is wrong is told as a failed connection`() async throws {
        let conninfo = try TestDatabase.current.conninfo() + " dbname=not_there"
        let error = await #expect(throws: PostgreSQLError.self) { try await Connection.connect(conninfo) }
        #expect(error?.reason == .connection)
        #expect(error?.message.contains("not_there") == true)
    }

    @Test func `sessions have the promised settings`() async throws {
        let connection = try await Connection.connect(TestDatabase.current.conninfo())
        let row = try await connection.query(
            "SELECT current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('timezone'), current_setting('application_name')")[0]
        #expect(try (0..<4).map { try row[$0] as String } == ["5s", "3s", "UTC", "mantel"])
        await connection.close()
    }

    @Test func `closing ends the session on the server`() async throws {
        let connection = try await Connection.connect(TestDatabase.current.conninfo())
        let process: Int = try await connection.query("SELECT pg_backend_pid()")[0][0]
        await connection.close()
        await #expect(throws: PostgreSQLError.self) { try await connection.query("SELECT 1") }
        try await eventually("the session ends") {
            try await TestDatabase.current.owner.query("SELECT 1 FROM pg_stat_activity WHERE pid = \(process)").isEmpty
        }
    }
}
