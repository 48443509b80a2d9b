import Foundation
public import PostgreSQL
public import ServiceKit

/// What the executables of all workers do alike: health, settings, schema, run, exit code.
public struct WorkerProcess: Sendable {
    private let settings: WorkerSettings
    private let pool: Pool
    private let worker: Worker
    private let timetable: Timetable?

    public init(settings: WorkerSettings, pool: Pool, worker: Worker, timetable: Timetable? = nil) {
        self.settings = settings
        self.pool = pool
        self.worker = worker
        self.timetable = timetable
    }

    /// Runs until the process is asked to stop, and ends the process: 0 after a clean stop, 78 (`EX_CONFIG`)
    /// for a configuration or schema that is wrong, 1 otherwise. With `--health`, only says whether it is well.
    public static func run(
        _ name: String, _ make: @Sendable (_ environment: inout Environment) async throws -> WorkerProcess
    ) async -> Never {
        Signals.prepare()
        var environment = Environment()
        if CommandLine.arguments.contains("--health") {
            exit(HealthFile(path: environment.optional("MANTEL_HEALTH_FILE"), executable: name).check() ? 0 : 1)
        }
        let migrations = environment.optional("MANTEL_MIGRATIONS") ?? "db/migrations"
        do {
            let process = try await make(&environment)
            let logger = Logger(label: name, level: process.settings.logLevel)
            try await Logger.$current.withValue(logger) {
                try await Migrator(directory: URL(filePath: migrations)).requireCurrent(process.pool)
                logger.log(.notice, "started")
                try await ServiceGroup([process.worker] + (process.timetable.map { [$0] } ?? [])).run()
                await process.pool.close()
                logger.log(.notice, "stopped")
            }
            exit(0)
        } catch {
            Logger(label: name).log(.error, "ended", ["error": "\(error)"])
            exit(error is ConfigurationError || error is SchemaMismatch ? EX_CONFIG : EXIT_FAILURE)
        }
    }
}
