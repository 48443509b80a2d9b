import Foundation
import PostgreSQL
import TestSupport
import Testing

/// How processes begin: on a database of theirs, or with words that say what is wrong.
@Suite(.ownDatabase) struct StartTests {
    private static let workers = ["mantel-ocr-worker", "mantel-notification-worker", "mantel-exchange-worker"]

    /// What a process says before it ends with `EX_CONFIG`.
    private func refusal(of executable: String, _ arguments: [String] = [], in environment: [String: String]) async throws -> String {
        try await ChildProcess.run(executable, arguments, environment: environment) { process in
            let code = try await process.exitCode()
            #expect(code == EX_CONFIG, "\(executable)")
            return process.lines.joined(separator: "\n")
        }
    }

    private func environment(_ user: String) throws -> [String: String] {
        [
            "DATABASE_URL": try TestDatabase.current.conninfo(user: user), "REDIS_URL": "redis://127.0.0.1:1/0",
            "MANTEL_SECRET": "a secret that is only good for tests, and long", "MANTEL_LISTEN": "127.0.0.1:0",
            "MANTEL_MIGRATIONS": TestServices.migrations.path,
        ]
    }

    @Test func `a database of another version is refused by every process, in words`() async throws {
        _ = try await TestDatabase.current.owner.query("DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)")
        for (executable, user) in [("mantel-api", "mantel_api")] + Self.workers.map({ ($0, "mantel_worker") }) {
            let words = try await refusal(of: executable, in: try environment(user))
            #expect(words.contains("The database lacks 1 migration(s)"), "\(executable): \(words)")
        }
    }

    @Test func `whoever lacks settings hears of all of them at once`() async throws {
        let words = try await refusal(of: "mantel-api", in: ["MANTEL_LISTEN": "nowhere"])
        for key in ["DATABASE_URL", "REDIS_URL", "MANTEL_SECRET", "MANTEL_LISTEN"] { #expect(words.contains(key), "\(key) in \(words)") }
        for worker in Self.workers {
            let words = try await refusal(of: worker, in: ["JOB_LEASE_SECONDS": "1", "SMTP_URL": "gopher://mail"])
            let keys = ["DATABASE_URL", "REDIS_URL", "JOB_LEASE_SECONDS"] + (worker == "mantel-ocr-worker" ? [] : ["SMTP_URL"])
            for key in keys { #expect(words.contains(key), "\(worker): \(key) in \(words)") }
        }
        #expect(try await refusal(of: "mantel", ["migrate"], in: [:]).contains("DATABASE_URL"))
    }

    @Test func `an empty database is migrated by the command, and a second run changes nothing`() async throws {
        // Roles belong to the whole server: nobody else migrates meanwhile.
        let server = try await Connection.connect(TestServices.postgres)
        _ = try await server.query("SELECT pg_advisory_lock(8422)", within: .seconds(120))
        let name = "\(try TestDatabase.current.name)_empty"
        try await server.script("CREATE DATABASE \(name)")
        let environment = ["DATABASE_URL": TestServices.postgres + " dbname=\(name)", "MANTEL_MIGRATIONS": TestServices.migrations.path]
        var said: [[String]] = []
        for _ in 0..<2 {
            try await ChildProcess.run("mantel", ["migrate"], environment: environment) { process in
                let code = try await process.exitCode()
                #expect(code == 0, "\(process.lines)")
                said.append(process.lines)
            }
        }
        try await server.script("DROP DATABASE \(name) WITH (FORCE)")
        await server.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: TestServices.migrations.path).filter { $0.hasSuffix(".sql") }
        #expect(said[0].count { $0.hasPrefix("Applied ") } == files.count, "\(said[0])")
        #expect(said[1] == ["The database is up to date."])
    }
}
