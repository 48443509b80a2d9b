public import struct Foundation.URL
import ServiceKit

/// Brings a database to the schema of `db/migrations`: forward only, each file once, in order, in its own transaction.
///
/// Several migrators may run at once: they take turns by an advisory lock. Files that were applied must not change;
/// their checksums are kept in `schema_migration`.
public struct Migrator: Sendable {
    public struct Status: Sendable, Equatable {
        public enum State: Sendable, Equatable {
            case applied, pending
            /// Applied, but the file has been edited since.
            case edited
            /// Applied, but the file is not there: the database is newer than this program, or the file was removed.
            case unknown
            /// Not applied, though a later one is.
            case late
        }
        public var version: Int
        public var name: String
        public var state: State
    }

    private struct Applied {
        var version: Int
        var name: String
        var checksum: String
    }

    /// The advisory lock of all migrators of one database.
    private static let lock = 8_421

    private let migrations: [Migration]

    public init(_ migrations: [Migration]) { self.migrations = migrations.sorted { $0.version < $1.version } }

    public init(directory: URL) throws { self.init(try Migration.all(in: directory)) }

    /// Applies what is pending.
    ///
    /// - Parameters:
    ///   - conninfo: connects as the owner of the schema.
    ///   - patience: how long to wait for another migrator.
    /// - Returns: the migrations applied now.
    /// - Throws: `MigrationError` for files and database that do not fit together and for a statement that failed;
    ///   the files before it stay applied.
    @discardableResult
    public func apply(to conninfo: String, patience: Duration = .seconds(60)) async throws -> [Migration] {
        // A lock is not waited for long: behind a long reader, a migration would hold up everybody else.
        let session = SessionSettings(
            applicationName: "mantel migrate", statementTimeout: .zero, lockTimeout: .seconds(3), idleInTransactionTimeout: .seconds(60))
        let connection = try await Connection.connect(conninfo, session: session)
        let result: Result<[Migration], any Error>
        do {
            try await takeLock(on: connection, patience: patience)
            result = .success(try await applyPending(on: connection))
        } catch {
            result = .failure(error)
        }
        // Ends the session, and with it the lock.
        await connection.close()
        return try result.get()
    }

    /// Every migration that is in the directory or in the database, by version.
    public func status(_ pool: Pool) async throws -> [Status] {
        let checksums = try await Self.checksums(of: migrations) { try await pool.query($0) }
        return statuses(applied: try await applied { try await pool.query($0) }, checksums: checksums)
    }

    /// Throws `SchemaMismatch` where the database has not exactly the migrations of this program.
    public func requireCurrent(_ pool: Pool) async throws {
        let statuses = try await status(pool)
        if let problem = problem(in: statuses) { throw SchemaMismatch(problem) }
        let pending = statuses.filter { $0.state == .pending }
        if let first = pending.first {
            throw SchemaMismatch("The database lacks \(pending.count) migration(s), the first is \(label(first)): run the migrations before this program.")
        }
    }

    private func applyPending(on connection: Connection) async throws -> [Migration] {
        try await connection.script(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                version int PRIMARY KEY,
                name text NOT NULL,
                checksum text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            GRANT SELECT ON schema_migration TO PUBLIC
            """)
        let checksums = try await Self.checksums(of: migrations) { try await connection.query($0) }
        let statuses = statuses(applied: try await applied { try await connection.query($0) }, checksums: checksums)
        if let problem = problem(in: statuses) { throw MigrationError(problem) }
        let pending = Set(statuses.filter { $0.state == .pending }.map(\.version))
        let chosen = migrations.filter { pending.contains($0.version) }
        for migration in chosen {
            do {
                try await apply(migration, checksum: checksums[migration.version] ?? "", on: connection)
            } catch let error as PostgreSQLError {
                throw MigrationError("\(migration.label) failed: \(error.message)", cause: error)
            }
            Logger.current.log(.info, "applied a migration", ["migration": migration.label])
        }
        return chosen
    }

    private func apply(_ migration: Migration, checksum: String, on connection: Connection) async throws {
        let record: SQL = "INSERT INTO schema_migration (version, name, checksum) VALUES (\(migration.version), \(migration.name), \(checksum))"
        if migration.isOutsideTransaction {
            try await connection.script(migration.sql, within: .seconds(3600))
            _ = try await connection.query(record)
            return
        }
        try await connection.script("BEGIN")
        try await connection.script(migration.sql, within: .seconds(3600))
        guard await connection.condition == .inTransaction else {
            throw MigrationError("\(migration.label) ends the transaction it runs in: leave out COMMIT and ROLLBACK")
        }
        _ = try await connection.query(record)
        try await connection.script("COMMIT")
    }

    private func takeLock(on connection: Connection, patience: Duration) async throws {
        let deadline = ContinuousClock.now + patience
        while true {
            let taken: Bool? = try await connection.query("SELECT pg_try_advisory_lock(\(Self.lock))").first?[0]
            if taken == true { return }
            guard ContinuousClock.now < deadline else { throw MigrationError("another migration has been running for \(patience)") }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func applied(_ query: (SQL) async throws -> [Row]) async throws -> [Applied] {
        let exists: Bool? = try await query("SELECT to_regclass('schema_migration') IS NOT NULL").first?[0]
        guard exists == true else { return [] }
        return try await query("SELECT version, name, checksum FROM schema_migration ORDER BY version").map {
            Applied(version: try $0["version"], name: try $0["name"], checksum: try $0["checksum"])
        }
    }

    /// SHA-256 of each file, by version; computed by the server, which has it already.
    private static func checksums(of migrations: [Migration], _ query: (SQL) async throws -> [Row]) async throws -> [Int: String] {
        let rows = try await query(
            """
            SELECT version, encode(sha256(convert_to(file, 'UTF8')), 'hex') AS checksum
            FROM unnest(\(migrations.map(\.version))::int[], \(migrations.map(\.sql))::text[]) AS file (version, file)
            """)
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0["version"], try $0["checksum"]) })
    }

    private func statuses(applied: [Applied], checksums: [Int: String]) -> [Status] {
        let newest = applied.last?.version ?? 0
        let done = Dictionary(uniqueKeysWithValues: applied.map { ($0.version, $0.checksum) })
        let known = Set(migrations.map(\.version))
        let ours = migrations.map { migration in
            let state: Status.State =
                if let checksum = done[migration.version] { checksum == checksums[migration.version] ? .applied : .edited }
                else { migration.version < newest ? .late : .pending }
            return Status(version: migration.version, name: migration.name, state: state)
        }
        let foreign = applied.filter { !known.contains($0.version) }.map { Status(version: $0.version, name: $0.name, state: .unknown) }
        return (ours + foreign).sorted { $0.version < $1.version }
    }

    private func problem(in statuses: [Status]) -> String? {
        let newest = migrations.last?.version ?? 0
        for status in statuses {
            switch status.state {
            case .applied, .pending: continue
            case .edited: return "\(label(status)) was edited after it had been applied: restore the file and put the change into a new one."
            case .unknown where status.version > newest: return "The database has \(label(status)), which this program does not know: it is older than the database."
            case .unknown: return "\(label(status)) was applied, but its file is missing."
            case .late: return "\(label(status)) comes before a migration that is applied already: give it a higher number."
            }
        }
        return nil
    }

    private func label(_ status: Status) -> String { Migration(version: status.version, name: status.name, sql: "").label }
}
