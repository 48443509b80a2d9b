import Foundation
import PostgreSQL
import ServiceKit

/// Brings the database to this version, as its owner, and gives the two roles their passwords.
enum MigrateCommand {
    static func run() async throws {
        let settings = try DatabaseSettings()
        var environment = Environment()
        let passwords = [
            ("mantel_api", environment.optional("MANTEL_API_PASSWORD")),
            ("mantel_worker", environment.optional("MANTEL_WORKER_PASSWORD")),
        ]
        try environment.validate()
        let applied = try await Migrator(directory: URL(filePath: settings.migrations)).apply(to: settings.database)
        let connection = try await Connection.connect(settings.database)
        for (role, password) in passwords {
            guard let password else { continue }
            // ALTER ROLE takes no parameters, so the server quotes the password for us.
            let rows = try await connection.query("SELECT format('ALTER ROLE %I PASSWORD %L', \(role)::text, \(password)::text) AS statement")
            if let statement: String = try rows.first?["statement"] { try await connection.script(statement) }
        }
        print(applied.isEmpty ? "The database is up to date." : applied.map { "Applied \($0.version) \($0.name)." }.joined(separator: "\n"))
    }
}
