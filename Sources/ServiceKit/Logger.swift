import Foundation

/// Writes one JSON object a line to standard error. What varies is metadata; the message is constant,
/// so that a token or an address cannot get into it by accident.
public struct Logger: Sendable {
    public enum Level: String, Sendable, Comparable, CaseIterable, LosslessStringConvertible {
        case debug, info, notice, warning, error
        public init?(_ description: String) { self.init(rawValue: description) }
        public var description: String { rawValue }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        public static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }
    }

    /// The logger of the running task tree. It does not cross `Task.detached`.
    @TaskLocal public static var current = Logger(label: "mantel")

    public var label: String
    public var level: Level = .info
    public var metadata: [String: String] = [:]

    public init(label: String, level: Level = .info) {
        self.label = label
        self.level = level
    }

    /// A copy whose lines also carry `extra`.
    public func with(_ extra: [String: String]) -> Logger {
        var copy = self
        copy.metadata.merge(extra) { $1 }
        return copy
    }

    public func log(_ level: Level, _ message: StaticString, _ extra: @autoclosure () -> [String: String] = [:]) {
        guard level >= self.level else { return }
        var line = metadata.merging(extra()) { $1 }
        line["level"] = level.rawValue
        line["logger"] = label
        line["msg"] = "\(message)"
        line["ts"] = LogLine.now()
        var text = LogLine()
        for (name, value) in line.sorted(by: { $0.key < $1.key }) { text.add(name, value) }
        text.end()
        // One call a line, so that lines of several threads do not mix.
        _ = text.bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
