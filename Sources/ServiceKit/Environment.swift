public import Foundation

/// Reads settings from the process environment and reports every problem at once.
///
/// A secret may be given as a file: `KEY_FILE` names a file that holds the value of `KEY` (Docker secrets).
public struct Environment {
    private let values: [String: String]
    private var problems: [String] = []

    /// Every key asked for so far, in order: the README's configuration table is held against it.
    public private(set) var keys: [String] = []

    public init(_ values: [String: String] = ProcessInfo.processInfo.environment) { self.values = values }

    /// The value of `key`, or `fallback`. A missing key without fallback and an unreadable value become
    /// problems that `validate()` reports together.
    public mutating func value<T: Setting>(_ key: String, default fallback: T? = nil) -> T? {
        guard let text = text(key) else {
            if fallback == nil { problems.append("\(key) is required: set it, or \(key)_FILE to a file that holds it") }
            return fallback
        }
        guard let value = T(text) else {
            problems.append("\(key) must be \(T.expectation)")
            return fallback
        }
        return value
    }

    /// The value of `key`, or nil where it is not set or empty.
    public mutating func optional(_ key: String) -> String? { text(key) }

    /// Adds what a reader of a value found wrong with it to the problems that `validate()` reports.
    public mutating func report(_ error: ConfigurationError) { problems += error.problems }

    /// Throws one error that lists every problem met so far.
    public func validate() throws(ConfigurationError) {
        if !problems.isEmpty { throw ConfigurationError(problems: problems) }
    }

    private mutating func text(_ key: String) -> String? {
        keys.append(key)
        if let path = values[key + "_FILE"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                problems.append("\(key)_FILE names a file that cannot be read")
                return nil
            }
            // An empty file says "not set", as an empty variable does: compose needs the file to exist.
            let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return value.isEmpty ? nil : value
        }
        return values[key].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// A value that a setting can have.
public protocol Setting: LosslessStringConvertible {
    /// What is expected, as the end of "KEY must be": "a whole number".
    static var expectation: String { get }
}

extension Int: Setting { public static var expectation: String { "a whole number, such as 30" } }
extension Double: Setting { public static var expectation: String { "a number, such as 0.5" } }
extension Bool: Setting { public static var expectation: String { "true or false" } }
extension String: Setting { public static var expectation: String { "text" } }
extension Logger.Level: Setting {
    public static var expectation: String { "one of \(allCases.map(\.description).joined(separator: ", "))" }
}

/// Everything that is wrong with the configuration, one sentence a problem.
public struct ConfigurationError: Error, CustomStringConvertible {
    public var problems: [String]
    public init(problems: [String]) { self.problems = problems }
    public var description: String { problems.joined(separator: "\n") }
}
