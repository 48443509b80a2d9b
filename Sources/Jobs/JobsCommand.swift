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

    /// Nil where the words make no command.
    public init?(_ words: [String]) {
        let rest = Array(words.dropFirst())
        let id = rest.first.flatMap { UUID(uuidString: $0) }
        switch (words.first, id, rest.count) {
        case ("show", let id?, 1): self = .show(id)
        case ("retry", let id?, 1): self = .retry(id)
        case ("bury", let id?, 2...): self = .bury(id, reason: rest.dropFirst().joined(separator: " "))
        case ("stats", _, 0): self = .statistics
        case ("list", _, _):
            guard let list = Self.list(rest) else { return nil }
            self = list
        default: return nil
        }
    }

    private static func list(_ options: [String]) -> JobsCommand? {
        guard options.count.isMultiple(of: 2) else { return nil }
        var (state, queue, kind, limit): (JobRecord.State?, String?, String?, Int) = (nil, nil, nil, 50)
        for index in stride(from: 0, to: options.count, by: 2) {
            let value = options[index + 1]
            switch options[index] {
            case "--state":
                guard let known = JobRecord.State(rawValue: value) else { return nil }
                state = known
            case "--queue": queue = value
            case "--kind": kind = value
            case "--limit":
                guard let count = Int(value), count > 0 else { return nil }
                limit = count
            default: return nil
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
            return try await jobs.retry(id) ? ("waiting again", true) : ("not a dead job, or an open one stands for it", false)
        case .bury(let id, let reason):
            return try await jobs.bury(id, reason: reason) ? ("dead", true) : ("not an open job", false)
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
        let all = [titles] + rows.map { $0.map { $0.replacing("\n", with: " ") } }
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
        return lines.compactMap { name, value in value.map { "\(name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0)" } }
            .joined(separator: "\n")
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

extension Date {
    fileprivate var text: String { formatted(.iso8601) }
}
