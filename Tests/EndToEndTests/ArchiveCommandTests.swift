import Foundation
import PostgreSQL
import TestSupport
import Testing

/// A household's way from one server to another, by the hand of whoever runs them.
@Suite(.ownDatabase) struct ArchiveCommandTests {
    private func mantel(_ words: String..., database: String) async throws -> (said: String, code: Int32) {
        try await ChildProcess.run("mantel", words, environment: ["DATABASE_URL": database]) { process in
            let code = try await process.exitCode()
            return (process.lines.joined(separator: "\n"), code)
        }
    }

    @Test func `a household is exported, imported elsewhere, and its people get passwords there`() async throws {
        let household = "019a0000-0000-7000-8000-0000000000a1", owner = try TestDatabase.current.owner, here = try TestDatabase.current.conninfo()
        _ = try await owner.pipeline([
            "INSERT INTO account (id, email, name) VALUES ('019a0000-0000-7000-8000-0000000000a2', 'ana@example.org', 'Ana')",
            "INSERT INTO household (id, name, currency, zone) VALUES (\(household)::uuid, 'The Byrnes', 'EUR', 'Europe/Dublin')",
            """
            INSERT INTO member (id, household_id, account_id, name, role)
            VALUES ('019a0000-0000-7000-8000-0000000000a3', \(household)::uuid, '019a0000-0000-7000-8000-0000000000a2', 'Ana', 'organiser')
            """,
        ])
        let folder = FileManager.default.temporaryDirectory.appending(path: "mantel-archives-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "byrnes.mantel").path

        let listed = try await mantel("households", database: here)
        #expect(listed.said.contains("\(household)  The Byrnes, 1 members"), "\(listed.said)")
        let written = try await mantel("export", household, "--to", file, database: here)
        #expect(written.code == EXIT_SUCCESS && written.said.contains("also what some of them must not know"), "\(written.said)")
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        let bytes = try Data(contentsOf: URL(filePath: file))
        let again = try await mantel("export", household, "--to", file, database: here)
        #expect(again.code == EXIT_FAILURE && again.said.contains("is there already"))
        #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["byrnes.mantel"])
        let unknown = try await mantel("export", UUID().uuidString, "--to", file + "2", database: here)
        #expect(unknown.code == EXIT_FAILURE && unknown.said.contains("There is no such household"))
        #expect(try await mantel("export", "The Byrnes", "--to", file + "2", database: here).code == EX_USAGE)
        let stranger = try await mantel("export", household, "--to", file + "2", database: try TestDatabase.current.conninfo(user: "mantel_api"))
        #expect(stranger.code == EXIT_FAILURE && stranger.said.contains("Only the owner of the database"), "\(stranger.said)")

        try await TestDatabase.withCopy { name in
            let there = "\(TestServices.postgres) dbname=\(name)"
            let taken = try await mantel("import", file, database: there)
            #expect(taken.code == EXIT_SUCCESS && taken.said.contains("The Byrnes is on this server") && taken.said.contains("  ana@example.org"), "\(taken.said)")
            let twice = try await mantel("import", file, database: there)
            #expect(twice.code == EXIT_FAILURE && twice.said.contains("is on this server already"), "\(twice.said)")
            let password = try await mantel("password", "Ana@example.org", database: there)
            #expect(password.code == EXIT_SUCCESS && password.said.split(separator: "\n").last?.count == 22, "\(password.said)")
            #expect(try await mantel("password", "ben@example.org", database: there).code == EXIT_FAILURE)
            let other = folder.appending(path: "other.mantel").path
            #expect(try await mantel("export", household, "--to", other, database: there).code == EXIT_SUCCESS)
            #expect(try Data(contentsOf: URL(filePath: other)) == bytes)
            try Data("For,Gift\n".utf8).write(to: URL(filePath: other))
            let foreign = try await mantel("import", other, database: there)
            #expect(foreign.code == EXIT_FAILURE && foreign.said.contains("Line 1: this file is no archive"), "\(foreign.said)")
        }
    }
}
