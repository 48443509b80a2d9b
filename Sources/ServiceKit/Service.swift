import Foundation

/// Something that runs until its task is cancelled, and cleans up before it returns.
public protocol Service: Sendable {
    func run() async throws
}

/// Runs services together. The first signal, the first failure or the first return stops them all.
public struct ServiceGroup: Sendable {
    private let services: [any Service]
    private let grace: Duration

    /// - Parameter grace: how long the services have to end after the first cause to stop.
    public init(_ services: [any Service], grace: Duration = .seconds(20)) {
        self.services = services
        self.grace = grace
    }

    /// Returns after a clean stop; throws what the first service to fail threw. A service that ignores its
    /// cancellation for longer than the grace ends the process with `EX_TEMPFAIL` (75).
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            group.addTask { await Signals.stop() }
            let first = await group.nextResult()
            group.cancelAll()
            // Not a child of the group: a task added to a cancelled group is born cancelled.
            let watchdog = Task.detached { [grace] in
                try await Task.sleep(for: grace)
                Logger.current.log(.error, "stopped before every service had ended")
                exit(EX_TEMPFAIL)
            }
            defer { watchdog.cancel() }
            while await group.nextResult() != nil {}
            try first?.get()
        }
    }
}
