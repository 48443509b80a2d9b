import Foundation
import Household
import PostgreSQL
import Store
import TestSupport
import Testing

/// A database with many households, of which one is looked at. Made by the trait `.town`.
struct Town: Sendable {
    @TaskLocal static var current: Town?

    let name: String
    /// As a superuser, to count; one connection, whose own reading is told before anybody else's is counted.
    let owner: Pool
    /// The household in the middle.
    let home: Home

    /// Makes a town, lends it to `body`, and drops it however `body` ends.
    static func with(households: Int, _ body: (Town) async throws -> Void) async throws {
        try await TestDatabase.withCopy { name in
            let owner = pool(TestDatabase.conninfo(of: name))
            let outcome: Result<Void, any Error>
            do {
                try await fill(name, households: households)
                outcome = .success(try await body(Town(name: name, owner: owner, home: try await Home(number: households / 2, owner))))
            } catch {
                outcome = .failure(error)
            }
            await owner.close()
            try outcome.get()
        }
    }

    /// Lends `body` a store on a connection of its own, so that nothing is planned yet, as the API's role.
    func asAPI<T>(_ body: (Store, Pool) async throws -> T) async throws -> T {
        let pool = Self.pool(TestDatabase.conninfo(of: name, user: "mantel_api"))
        let outcome: Result<T, any Error>
        do { outcome = .success(try await body(Store(pool), pool)) } catch { outcome = .failure(error) }
        await pool.close()
        return try outcome.get()
    }

    /// Runs a statement that has no place for parameters, as a superuser.
    func administer(_ statement: String) async throws {
        let connection = try await Connection.connect(TestDatabase.conninfo(of: name))
        try await connection.script(statement)
        await connection.close()
    }

    private static func fill(_ name: String, households: Int) async throws {
        let patience = Duration.seconds(600)
        let connection = try await Connection.connect(
            TestDatabase.conninfo(of: name), session: SessionSettings(statementTimeout: patience, lockTimeout: .seconds(60)))
        let seed = try String(contentsOf: TestServices.packageRoot.appending(path: "db/seed/households.sql"), encoding: .utf8)
        try await connection.script(seed)
        // Autovacuum's reading would be counted too.
        try await connection.script("""
            DO $$ DECLARE name text; BEGIN
                FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
                    EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', name);
                END LOOP;
            END $$
            """)
        try await connection.script("SELECT pg_temp.fill_households(\(households))", within: patience)
        try await connection.script("VACUUM ANALYZE", within: patience)
        await connection.close()
    }

    /// Patient: how long a busy machine takes says nothing about what is touched.
    private static func pool(_ conninfo: String) -> Pool {
        var limits = PoolLimits(connections: 1, acquireTimeout: .seconds(60))
        limits.queryTimeout = .seconds(60)
        return Pool(conninfo, limits: limits, session: SessionSettings(statementTimeout: .seconds(55)))
    }
}

/// Gives a suite one town for all its tests, as `Town.current`.
struct TownTrait: SuiteTrait, TestScoping {
    let households: Int
    var isRecursive: Bool { false }

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        try await Town.with(households: households) { town in try await Town.$current.withValue(town, operation: function) }
    }
}

extension Trait where Self == TownTrait {
    /// - Parameter households: of 50 gifts each.
    static func town(of households: Int) -> TownTrait { TownTrait(households: households) }
}
