public import Foundation

/// Where the real services of the tests are.
public enum TestServices {
    /// `MANTEL_TEST_POSTGRES`: a conninfo of keywords and values, of a superuser.
    public static var postgres: String { setting("MANTEL_TEST_POSTGRES", "host=127.0.0.1 port=54329 user=postgres") }

    /// `MANTEL_TEST_REDIS`: `host:port`.
    public static var redis: String { setting("MANTEL_TEST_REDIS", "127.0.0.1:63790") }

    /// The root of the package.
    public static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    public static let migrations = packageRoot.appending(path: "db/migrations", directoryHint: .isDirectory)

    private static func setting(_ key: String, _ fallback: String) -> String {
        ProcessInfo.processInfo.environment[key].flatMap { $0.isEmpty ? nil : $0 } ?? fallback
    }
}

/// A service the tests need cannot be used. A test fails with it; it is never skipped.
public struct ServiceMissing: Error, CustomStringConvertible {
    public var description: String
    public init(_ description: String) { self.description = description }
}
