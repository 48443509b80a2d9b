import Foundation
import Jobs
import PostgreSQL
import ServiceKit
import Store

/// The operator's command.
@main struct Mantel {
    static let usage = """
        usage:
          mantel migrate                    bring the database to this version
          mantel jobs list|show|retry|bury|stats
          mantel administrator add|remove EMAIL, or list
                                            who sees the jobs in the pages; as the database's owner
          mantel password EMAIL             give somebody a new password; as the database's owner
        \(ArchiveCommand.usage)
          mantel recognize [--kind flyer|receipt] [--today YYYY-MM-DD] [--locale en_GB] FILE…
          mantel demo                       fill in a family to look around in
        """

    static func main() async {
        Signals.prepare()
        var arguments = Array(CommandLine.arguments.dropFirst())
        let command = arguments.isEmpty ? "" : arguments.removeFirst()
        do {
            switch command {
            case "migrate": try await MigrateCommand.run()
            case "jobs": try await runJobs(arguments)
            case "administrator": try await runAdministrator(arguments)
            case "password": try await runPassword(arguments)
            case "households", "export", "import": try await runArchive(command, arguments)
            case "recognize": exit(await RecognizeCommand.run(arguments))
            case "demo": try await DemoCommand.run()
            default:
                complain(usage)
                exit(EX_USAGE)
            }
        } catch {
            complain("\(error)")
            exit(error is ConfigurationError || error is SchemaMismatch ? EX_CONFIG : EXIT_FAILURE)
        }
    }

    private static func runJobs(_ arguments: [String]) async throws {
        let command: JobsCommand
        do throws(JobsCommand.Misuse) { command = try JobsCommand(arguments) } catch {
            complain("\(error)\n\(JobsCommand.usage)")
            exit(EX_USAGE)
        }
        try await answer { try await command.run(JobAdministration(pool: $0)) }
    }

    private static func runAdministrator(_ arguments: [String]) async throws {
        guard let command = AdministratorCommand(arguments) else { refuseUsage() }
        try await answer { try await command.run(Administrators($0)) }
    }

    private static func runPassword(_ arguments: [String]) async throws {
        guard arguments.count == 1, let email = arguments.first else { refuseUsage() }
        try await answer { try await PasswordCommand.run(email, Passwords($0)) }
    }

    /// What it says goes beside the output where the archive is the output.
    private static func runArchive(_ name: String, _ arguments: [String]) async throws {
        guard let command = ArchiveCommand(name, arguments) else { refuseUsage() }
        let pool = HouseholdArchives.pool(try DatabaseSettings().database)
        let (text, succeeded) = try await command.run(HouseholdArchives(pool))
        await pool.close()
        if arguments.last == "-" { complain(text) } else { print(text) }
        if !succeeded { exit(EXIT_FAILURE) }
    }

    private static func answer(_ ask: (Pool) async throws -> (text: String, succeeded: Bool)) async throws {
        let pool = Pool(try DatabaseSettings().database, limit: 1)
        let (text, succeeded) = try await ask(pool)
        print(text)
        await pool.close()
        if !succeeded { exit(EXIT_FAILURE) }
    }

    private static func refuseUsage() -> Never {
        complain(usage)
        exit(EX_USAGE)
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Where the database is, for commands that need nothing else.
struct DatabaseSettings {
    var database: String
    var migrations: String

    init() throws(ConfigurationError) {
        var environment = Environment()
        let database: String? = environment.value("DATABASE_URL")
        let migrations: String? = environment.value("MANTEL_MIGRATIONS", default: "db/migrations")
        try environment.validate()
        guard let database, let migrations else { throw ConfigurationError(problems: ["the configuration is incomplete"]) }
        self.database = database
        self.migrations = migrations
    }
}
