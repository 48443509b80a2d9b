import PostgreSQL
import ServiceKit

/// A database that is away, or has no room, for a moment.
enum DatabaseOutage {
    /// How long it is waited for where a note of what has happened must not be lost.
    static let patience = Duration.seconds(45)

    static func caused(_ error: any Error) -> Bool {
        if error is PoolTimeout { return true }
        guard let error = error as? PostgreSQLError else { return false }
        return switch error.reason {
        case .connection, .deadline: true
        // Connection exception, insufficient resources, operator intervention: appendix A of PostgreSQL's manual.
        case .server: ["08", "53", "57P"].contains { error.sqlState?.hasPrefix($0) == true }
        case .cancelled, .parameter, .column, .misuse: false
        }
    }

    /// What `note` returns once the database is there for it; its error after `patience`, or where it is another.
    static func waitedOut<T>(_ note: () async throws -> T) async throws -> T {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try await note()
            } catch where caused(error) && .now < deadline {
                Logger.current.log(.warning, "what became of a mail could not be written yet", ["error": "\(error)"])
                try await Task.sleep(for: .milliseconds(.random(in: 300...900)))
            }
        }
    }
}
