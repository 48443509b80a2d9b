import Foundation
import PostgreSQL
import TestSupport
import Testing

/// What whoever runs the server does from its command line, and what their tools read.
@Suite(.ownDatabase) struct AdministratorTests {
    /// What `mantel administrator` says, and its exit code.
    private func command(_ words: String..., user: String? = nil) async throws -> (said: String, code: Int32) {
        let environment = ["DATABASE_URL": try TestDatabase.current.conninfo(user: user)]
        return try await ChildProcess.run("mantel", ["administrator"] + words, environment: environment) { process in
            let code = try await process.exitCode()
            return (process.lines.joined(separator: "\n"), code)
        }
    }

    @Test func `the command makes and unmakes administrators, as the owner of the database alone`() async throws {
        _ = try await TestDatabase.current.owner.query("INSERT INTO account (id, email, name) VALUES (gen_random_uuid(), 'ana@example.org', 'Ana')")
        #expect(try await command("list").said == "Nobody administers this server.")
        let stranger = try await command("add", "ben@example.org")
        #expect(stranger.code == EXIT_FAILURE && stranger.said.contains("sign up with it first"))
        let refused = try await command("add", "ana@example.org", user: "mantel_api")
        #expect(refused.code == EXIT_FAILURE && refused.said.contains("Only the owner of the database"))
        #expect(try await command("add", "Ana@Example.org").code == EXIT_SUCCESS)
        #expect(try await command("list").said.hasPrefix("ana@example.org  since "))
        #expect(try await command("remove", "ana@example.org").code == EXIT_SUCCESS)
        #expect(try await command("remove", "ana@example.org").code == EXIT_FAILURE)
        #expect(try await command("add").code == EX_USAGE)
    }

    @Test func `metrics are read from the running server`() async throws {
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, state, finished_at) VALUES (gen_random_uuid(), 'k', 'ocr', '{}', 3, 'dead', now())
            """)
        let port = try FreePort.find()
        let environment = [
            "DATABASE_URL": try TestDatabase.current.conninfo(user: "mantel_api"), "REDIS_URL": "redis://127.0.0.1:1/0",
            "MANTEL_SECRET": "a secret that is only good for tests, and long", "MANTEL_LISTEN": "127.0.0.1:\(port)",
            "MANTEL_MIGRATIONS": TestServices.migrations.path, "MANTEL_ASSETS": TestServices.packageRoot.appending(path: "Sources/Web/Assets").path,
        ]
        try await ChildProcess.run("mantel-api", environment: environment) { api in
            try await api.health(port: port, path: "/readyz")
            let answer = try await Wire(port: port).send("GET", "/metrics")
            #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            #expect(answer.text.contains("# TYPE mantel_job_oldest_age_seconds gauge\n"))
            #expect(answer.text.contains("mantel_jobs{queue=\"ocr\",state=\"dead\"} 1\n"))
        }
    }
}
