import Foundation
import PostgreSQL

/// The migrated database all copies of this process are made from.
actor DatabaseTemplate {
    static let shared = DatabaseTemplate()

    /// Tests that have a database at the same time; more would only wait for the server.
    private static let copiesAtOnce = 6
    private static let prefix = "mantel_test"

    private var template: Task<String, any Error>?
    private var copies = 0
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func makeCopy() async throws -> String {
        if running < Self.copiesAtOnce { running += 1 } else { await withCheckedContinuation { waiting.append($0) } }
        do {
            let template = try await migratedTemplate()
            copies += 1
            let name = "\(template)_\(copies)"
            try await Self.administer { try await $0.script("CREATE DATABASE \(name) TEMPLATE \(template)") }
            return name
        } catch {
            leave()
            throw error
        }
    }

    func drop(_ name: String) async throws {
        defer { leave() }
        try await Self.administer { try await $0.script("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }
    }

    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }

    private func migratedTemplate() async throws -> String {
        if let template { return try await template.value }
        let task = Task { try await Self.makeTemplate() }
        template = task
        return try await task.value
    }

    private static func makeTemplate() async throws -> String {
        let name = "\(prefix)_\(Int(Date.now.timeIntervalSince1970))_\(ProcessInfo.processInfo.processIdentifier)"
        try await administer { connection in
            // One process at a time: roles belong to the whole server, and changing them at once fails.
            _ = try await connection.query("SELECT pg_advisory_lock(8422)", within: .seconds(120))
            try await sweep(connection)
            try await connection.script("CREATE DATABASE \(name)")
            if FileManager.default.fileExists(atPath: TestServices.migrations.path) {
                try await Migrator(directory: TestServices.migrations).apply(to: TestDatabase.conninfo(of: name))
            }
        }
        return name
    }

    /// Drops what processes that are gone have left. Not by force: one of another machine may still be in use.
    private static func sweep(_ connection: Connection) async throws {
        let names: [String] = try await connection.query("SELECT datname FROM pg_database WHERE datname LIKE 'mantel\\_test\\_%'").map { try $0[0] }
        for name in names {
            let parts = name.split(separator: "_")
            guard parts.count >= 4, let made = TimeInterval(parts[2]), let process = pid_t(parts[3]) else { continue }
            let isGone = kill(process, 0) != 0 && errno == ESRCH
            if isGone && Date.now.timeIntervalSince1970 - made > 60 { try? await connection.script("DROP DATABASE IF EXISTS \(name)") }
        }
    }

    private static func administer(_ work: (Connection) async throws -> Void) async throws {
        let connection: Connection
        do {
            connection = try await Connection.connect(
                TestServices.postgres, session: SessionSettings(applicationName: "tests", statementTimeout: .seconds(120), lockTimeout: .seconds(120)))
        } catch {
            throw ServiceMissing("PostgreSQL cannot be used at MANTEL_TEST_POSTGRES (\(TestServices.postgres)): \(error.message)")
        }
        try await work(connection)
        await connection.close()
    }
}
