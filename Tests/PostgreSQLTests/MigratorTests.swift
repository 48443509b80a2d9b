import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

@Suite(.ownDatabase) struct MigratorTests {
    private let first = Migration(version: 1, name: "item", sql: "CREATE TABLE item (n int)")
    private let second = Migration(version: 2, name: "label", sql: "ALTER TABLE item ADD COLUMN label text")

    /// A database nothing was applied to.
    private func empty() async throws -> (conninfo: String, pool: Pool) {
        let database = try TestDatabase.current
        _ = try await database.owner.pipeline(["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"])
        return (database.conninfo(), database.owner)
    }

    @Test func `files are applied once and in order`() async throws {
        let (conninfo, pool) = try await empty()
        let migrator = Migrator([second, first])
        #expect(try await migrator.status(pool).map(\.state) == [.pending, .pending])
        #expect(try await migrator.apply(to: conninfo) == [first, second])
        #expect(try await migrator.apply(to: conninfo) == [])
        #expect(try await migrator.status(pool).map(\.state) == [.applied, .applied])
        try await migrator.requireCurrent(pool)
    }

    @Test func `four migrators at once apply each file once`() async throws {
        let (conninfo, pool) = try await empty()
        let migrator = Migrator([first, second])
        let applied = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await migrator.apply(to: conninfo).count } }
            return try await group.reduce(0, +)
        }
        #expect(applied == 2)
        try await migrator.requireCurrent(pool)
    }

    @Test func `a file that fails leaves nothing, and those before it stay`() async throws {
        let (conninfo, pool) = try await empty()
        let broken = Migration(version: 2, name: "broken", sql: "CREATE TABLE half (n int); INSERT INTO nowhere VALUES (1)")
        let error = await #expect(throws: MigrationError.self) { try await Migrator([first, broken]).apply(to: conninfo) }
        #expect(error?.description.contains("0002_broken") == true)
        #expect(error?.cause?.sqlState == "42P01")
        let row = try await pool.query("SELECT to_regclass('half') IS NULL, to_regclass('item') IS NOT NULL, (SELECT count(*)::int FROM schema_migration)")[0]
        #expect(try row[0] == true)
        #expect(try row[1] == true)
        #expect(try row[2] == 1)
    }

    @Test func `an edited file is refused by the migrator and by every process`() async throws {
        let (conninfo, pool) = try await empty()
        try await Migrator([first]).apply(to: conninfo)
        var edited = first
        edited.sql += " -- harmless?"
        let migrator = Migrator([edited, second])
        let error = await #expect(throws: MigrationError.self) { try await migrator.apply(to: conninfo) }
        #expect(error?.description.contains("0001_item was edited") == true)
        await #expect(throws: SchemaMismatch.self) { try await migrator.requireCurrent(pool) }
        #expect(try await migrator.status(pool).map(\.state) == [.edited, .pending])
    }

    @Test func `a missing file and a newer database are told apart`() async throws {
        let (conninfo, pool) = try await empty()
        try await Migrator([first, second]).apply(to: conninfo)
        let missing = await #expect(throws: MigrationError.self) { try await Migrator([second]).apply(to: conninfo) }
        #expect(missing?.description.contains("0001_item was applied, but its file is missing") == true)
        let older = await #expect(throws: SchemaMismatch.self) { try await Migrator([first]).requireCurrent(pool) }
        #expect(older?.description.contains("older than the database") == true)
    }

    @Test func `a file put before an applied one is refused`() async throws {
        let (conninfo, _) = try await empty()
        try await Migrator([Migration(version: 5, name: "label", sql: "SELECT 1")]).apply(to: conninfo)
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator([first, Migration(version: 5, name: "label", sql: "SELECT 1")]).apply(to: conninfo)
        }
        #expect(error?.description.contains("give it a higher number") == true)
    }

    @Test func `a process refuses a database that lacks a migration`() async throws {
        let (conninfo, pool) = try await empty()
        await #expect(throws: SchemaMismatch.self) { try await Migrator([first]).requireCurrent(pool) }
        try await Migrator([first]).apply(to: conninfo)
        let error = await #expect(throws: SchemaMismatch.self) { try await Migrator([first, second]).requireCurrent(pool) }
        #expect(error?.description.contains("0002_label") == true)
    }

    @Test func `what cannot run in a transaction says so in its first line`() async throws {
        let (conninfo, pool) = try await empty()
        let index = "CREATE INDEX CONCURRENTLY IF NOT EXISTS item_n ON item (n)"
        let refused = await #expect(throws: MigrationError.self) {
            try await Migrator([first, Migration(version: 2, name: "index", sql: index)]).apply(to: conninfo)
        }
        #expect(refused?.cause?.sqlState == "25001")
        try await Migrator([first, Migration(version: 2, name: "index", sql: "-- outside transaction\n" + index)]).apply(to: conninfo)
        #expect(try await pool.query("SELECT to_regclass('item_n') IS NOT NULL")[0][0] == true)
    }

    @Test func `a migration does not queue behind a long reader`() async throws {
        let (conninfo, pool) = try await empty()
        try await Migrator([first]).apply(to: conninfo)
        let reader = Task {
            try await pool.transaction { tx in
                _ = try await tx.query("SELECT * FROM item")
                _ = try await tx.query("SELECT pg_sleep(4.5)")
            }
        }
        try await eventually("the reader reads") {
            try await pool.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(4.5)%' AND pid <> pg_backend_pid()").count == 1
        }
        let migrator = Migrator([first, second])
        let error = await #expect(throws: MigrationError.self) { try await migrator.apply(to: conninfo) }
        #expect(error?.cause?.sqlState == "55P03")
        try await reader.value
        try await migrator.apply(to: conninfo)
    }

    @Test func `a migration must not end its transaction`() async throws {
        let (conninfo, _) = try await empty()
        let error = await #expect(throws: MigrationError.self) {
            try await Migrator([Migration(version: 1, name: "commit", sql: "SELECT 1; COMMIT; SELECT 2")]).apply(to: conninfo)
        }
        #expect(error?.description.contains("ends the transaction") == true)
    }

    @Test func `files are read from a directory by number, and a bad name is refused`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("SELECT 2".utf8).write(to: directory.appending(path: "0010_later.sql"))
        try Data("SELECT 1".utf8).write(to: directory.appending(path: "0002_sooner.sql"))
        try Data("notes".utf8).write(to: directory.appending(path: "README.md"))
        #expect(try Migration.all(in: directory).map(\.label) == ["0002_sooner", "0010_later"])
        try Data().write(to: directory.appending(path: "x.sql"))
        #expect(throws: MigrationError.self) { try Migration.all(in: directory) }
    }
}
