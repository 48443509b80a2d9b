import Jobs
import ServiceKit

extension DatabaseOutage {
    /// How long it is waited for where a note of what has happened must not be lost.
    static let patience = Duration.seconds(45)

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
