import Foundation
public import Jobs
import PostgreSQL

/// Leaves one row in `effect` when it is done, after some work.
public struct Effect: Job {
    public static let name = "probe.effect"
    public static let queue = "probe"
    public static let retry = RetryPolicy.exponential(attempts: 3, first: .milliseconds(100))
    public static let timeout = Duration.seconds(20)
    public var label: Int
    public var milliseconds: Int
    public init(label: Int, milliseconds: Int = 0) {
        self.label = label
        self.milliseconds = milliseconds
    }

    public func run(_ context: JobContext) async throws {
        if milliseconds > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
        try await context.finish { transaction in
            _ = try await transaction.query("""
                INSERT INTO effect (job_id, label, attempt, process)
                VALUES (\(context.id)::uuid, \(label)::int, \(context.attempt)::int, \(Int(ProcessInfo.processInfo.processIdentifier))::int)
                """)
        }
    }
}

/// Ends its process, each time.
public struct Poison: Job {
    public static let name = "probe.poison"
    public static let queue = "probe"
    public static let retry = RetryPolicy.exponential(attempts: 2, first: .milliseconds(100))
    public init() {}
}

/// Blocks a thread for ten seconds and hears nothing.
public struct Deaf: Job {
    public static let name = "probe.deaf"
    public static let queue = "probe"
    public static let retry = RetryPolicy.never
    public static let timeout = Duration.milliseconds(500)
    public init() {}
}

/// Blocks a thread for three seconds, then leaves its row.
public struct Busy: Job {
    public static let name = "probe.busy"
    public static let queue = "probe"
    public static let timeout = Duration.seconds(20)
    public init() {}
}

/// Like `Effect`, in a queue of its own that is more urgent.
public struct Urgent: Job {
    public static let name = "probe.urgent"
    public static let queue = "urgent"
    public static let timeout = Duration.seconds(20)
    public var label: Int
    public init(label: Int) { self.label = label }
}

public let probeKinds: [any Job.Type] = [Effect.self, Poison.self, Deaf.self, Busy.self]

extension Worker {
    public mutating func handleProbeJobs() {
        handle(Effect.self) { job, context in try await job.run(context) }
        handle(Poison.self) { _, _ in kill(getpid(), SIGKILL) }
        handle(Busy.self) { _, context in
            _ = usleep(3_000_000)
            try await Effect(label: 0).run(context)
        }
        handle(Deaf.self) { _, _ in _ = usleep(10_000_000) }
    }
}
