public import Foundation

/// The words of `mantel jobs`, and what they print.
public enum JobsCommand: Sendable, Equatable {
    case list(state: JobRecord.State?, queue: String?, kind: String?, limit: Int)
    case show(UUID)
    case retry(UUID)
    case bury(UUID, reason: String)
    case statistics

    public static let usage = """
        usage: mantel jobs list [--state waiting|published|running|done|dead] [--queue NAME] [--kind NAME] [--limit N]
               mantel jobs show ID
               mantel jobs retry ID        a dead job gets all its attempts again
               mantel jobs bury ID REASON  an open job ends as dead
               mantel jobs stats
        """

    /// What is wrong with the words, and what to write instead.
    public struct Misuse: Error, Equatable, CustomStringConvertible {
        public var description: String
        public init(description: String) { self.description = description }
    }

    /// Throws `Misuse` where the words make no command.
    public init(_ words: [String]) throws(Misuse) {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "list": self = try Self.list(rest)
        case "show": self = .show(try Self.id(rest, alone: true))
        case "retry": self = .retry(try Self.id(rest, alone: true))
        case "bury":
            let id = try Self.id(rest, alone: false)
            guard rest.count > 1 else { throw Misuse(description: "say after the id why the job is buried") }
            self = .bury(id, reason: rest.dropFirst().joined(separator: " "))
        case "stats":
            guard rest.isEmpty else { throw Misuse(description: "stats takes nothing after it") }
            self = .statistics
        case let word?: throw Misuse(description: "there is no \(word) of jobs")
        case nil: throw Misuse(description: "say what to do with jobs")
        }
    }

    private static func id(_ words: [String], alone: Bool) throws(Misuse) -> UUID {
        guard let word = words.first else { throw Misuse(description: "name the job by its id, as list prints it") }
        guard let id = UUID(uuidString: word) else { throw Misuse(description: "\(word) is no id of a job: copy one from list") }
        guard !alone || words.count == 1 else { throw Misuse(description: "one job at a time") }
        return id
    }

    private static func list(_ options: [String]) throws(Misuse) -> JobsCommand {
        var (state, queue, kind, limit): (JobRecord.State?, String?, String?, Int) = (nil, nil, nil, 50)
        for index in stride(from: 0, to: options.count, by: 2) {
            let option = options[index]
            guard ["--state", "--queue", "--kind", "--limit"].contains(option) else { throw Misuse(description: "list knows no \(option)") }
            guard options.indices.contains(index + 1) else { throw Misuse(description: "\(option) needs a value after it") }
            let value = options[index + 1]
            switch option {
            case "--state":
                guard let known = JobRecord.State(rawValue: value) else { throw Misuse(description: "\(value) is no state of a job") }
                state = known
            case "--queue": queue = value
            case "--kind": kind = value
            default:
                guard let count = Int(value), count > 0 else { throw Misuse(description: "--limit must be a whole number above 0") }
                limit = count
            }
        }
        return .list(state: state, queue: queue, kind: kind, limit: limit)
    }

    /// Does it; returns what to print, and whether it came to anything.
    public func run(_ jobs: JobAdministration) async throws -> (text: String, succeeded: Bool) {
        switch self {
        case .list(let state, let queue, let kind, let limit):
            let records = try await jobs.list(state: state, queue: queue, kind: kind, limit: limit)
            let rows = records.map { [$0.id.text, $0.state.rawValue, $0.queue, $0.kind, "\($0.attempt)/\($0.attempts)", $0.due.text, $0.reason ?? ""] }
            return (Self.table(["id", "state", "queue", "kind", "attempt", "due", "reason"], rows), true)
        case .show(let id):
            guard let job = try await jobs.show(id) else { return ("no such job", false) }
            return (job.description, true)
        case .retry(let id):
            if try await jobs.retry(id) { return ("waiting again", true) }
            guard let job = try await jobs.show(id) else { return ("no such job", false) }
            return (job.state == .dead ? "an open job with its key stands for it" : "it is \(job.state.rawValue): only a dead job is tried again", false)
        case .bury(let id, let reason):
            if try await jobs.bury(id, reason: reason) { return ("dead", true) }
            guard let job = try await jobs.show(id) else { return ("no such job", false) }
            return ("it is \(job.state.rawValue): only an open job is buried", false)
        case .statistics:
            return (Self.table(Self.figureTitles, try await jobs.statistics().map(Self.figures)), true)
        }
    }

    private static let figureTitles = [
        "queue", "due", "later", "handed over", "running", "retried", "dead", "oldest", "attempts", "done/h", "died/h", "median", "slowest",
    ]

    private static func figures(_ queue: QueueStatistics) -> [String] {
        let open = [queue.waiting, queue.delayed, queue.published, queue.running, queue.retried, queue.dead]
        let runs = [queue.medianRun, queue.slowestRun].map { $0.map { "\(Int(($0 * 1000).rounded())) ms" } ?? "" }
        return [queue.queue] + open.map(String.init) + ["\(Int(queue.oldestAge)) s"]
            + [queue.attempts, queue.done, queue.died].map(String.init) + runs
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let all = [titles] + rows.map { $0.map { $0.printable.replacing("\n", with: " ") } }
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            return cells.joined(separator: "  ").replacing(#/ +$/#, with: "")
        }.joined(separator: "\n")
    }
}

extension JobRecord: CustomStringConvertible {
    /// One line a property, for a person.
    public var description: String {
        let lines: [(String, String?)] = [
            ("id", id.text), ("kind", kind), ("queue", queue), ("state", state.rawValue), ("attempt", "\(attempt) of \(attempts)"),
            ("household", household?.text), ("key", key), ("payload", payload), ("created", created.text), ("due", due.text),
            ("ended", finished?.text), ("worker", owner), ("reason", reason),
        ]
        return lines.compactMap { name, value in value.map { "\(name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0.printable)" } }
            .joined(separator: "\n")
    }
}

extension String {
    /// Without what a terminal obeys: reasons hold the words of other servers.
    fileprivate var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control && $0 != "\n" ? "\u{FFFD}" : $0 }))
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

extension Date {
    fileprivate var text: String { formatted(.iso8601) }
}
