public import Foundation

/// One step of the schema: a file `NNNN_name.sql`.
public struct Migration: Sendable, Equatable {
    public var version: Int
    public var name: String
    public var sql: String

    public init(version: Int, name: String, sql: String) {
        self.version = version
        self.name = name
        self.sql = sql
    }

    /// What cannot run in a transaction (`CREATE INDEX CONCURRENTLY`) says so in its first line. Such a file holds
    /// one statement, which must do no harm when it runs again: it may have run without having been recorded.
    var isOutsideTransaction: Bool { sql.hasPrefix("-- outside transaction") }

    /// The name of the file.
    public var label: String { String(format: "%04d_", version) + name }

    /// The migrations of a directory, by version.
    public static func all(in directory: URL) throws -> [Migration] {
        let files: [URL]
        do {
            files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        } catch {
            throw MigrationError("cannot read the directory of migrations, \(directory.path)")
        }
        let migrations = try files.filter { $0.pathExtension == "sql" }.map { file in
            let parts = file.deletingPathExtension().lastPathComponent.split(separator: "_", maxSplits: 1)
            guard parts.count == 2, let version = Int(parts[0]), version > 0 else {
                throw MigrationError("\(file.lastPathComponent) is not named like 0001_name.sql")
            }
            return Migration(version: version, name: String(parts[1]), sql: try String(contentsOf: file, encoding: .utf8))
        }
        .sorted { $0.version < $1.version }
        for (earlier, later) in zip(migrations, migrations.dropFirst()) where earlier.version == later.version {
            throw MigrationError("\(earlier.label) and \(later.label) have the same version")
        }
        return migrations
    }
}

/// Why migrations were not applied, in words for the operator.
public struct MigrationError: Error, CustomStringConvertible {
    public var description: String
    /// What the database said, where a statement of a migration failed.
    public var cause: PostgreSQLError?

    init(_ description: String, cause: PostgreSQLError? = nil) {
        self.description = description
        self.cause = cause
    }
}

/// The database does not have the schema this program was written for. An executable says so and ends with
/// `EX_CONFIG` (78).
public struct SchemaMismatch: Error, CustomStringConvertible, Equatable {
    public var description: String
    init(_ description: String) { self.description = description }
}
