public import PostgreSQL
import Foundation

/// The database of the running test: a migrated copy nobody else uses. Made by the trait `.ownDatabase`.
public struct TestDatabase: Sendable {
    @TaskLocal static var running: TestDatabase?

    /// The database of the running test.
    public static var current: TestDatabase {
        get throws {
            guard let running else { throw ServiceMissing("this test has no database: give it or its suite the trait .ownDatabase") }
            return running
        }
    }

    public let name: String
    /// As the owner of every table; row-level security does not hold the owner back where it is not forced.
    public let owner: Pool
    /// As `mantel_api`.
    public let api: Pool
    /// As `mantel_worker`.
    public let worker: Pool

    init(name: String) {
        self.name = name
        owner = Self.pool(name)
        api = Self.pool(name, user: "mantel_api")
        worker = Self.pool(name, user: "mantel_worker")
    }

    /// Patient: how long a busy machine takes says nothing about what is tested.
    private static func pool(_ name: String, user: String? = nil) -> Pool {
        var limits = PoolLimits(connections: 4, acquireTimeout: .seconds(60))
        limits.queryTimeout = .seconds(60)
        return Pool(conninfo(of: name, user: user), limits: limits, session: SessionSettings(statementTimeout: .seconds(55)))
    }

    /// A conninfo for a connection of the test's own or of a child process.
    public func conninfo(user: String? = nil) -> String { Self.conninfo(of: name, user: user) }

    /// What is said last holds.
    public static func conninfo(of name: String, user: String? = nil) -> String {
        TestServices.postgres + " dbname=\(name)" + (user.map { " user=\($0)" } ?? "")
    }

    func close() async {
        await owner.close()
        await api.close()
        await worker.close()
    }

    /// Lends `body` the name of a migrated database that nobody else uses, and drops it however `body` ends. For
    /// tests that make pools of their own.
    public static func withCopy(_ body: (_ name: String) async throws -> Void) async throws {
        let name = try await DatabaseTemplate.shared.makeCopy()
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(name)) } catch { outcome = .failure(error) }
        try await DatabaseTemplate.shared.drop(name)
        try outcome.get()
    }
}
