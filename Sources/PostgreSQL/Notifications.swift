import ServiceKit

/// Listens to channels (`NOTIFY`) on a connection of its own, and listens again after the connection was lost.
public struct Notifications: Sendable {
    public enum Event: Sendable, Equatable {
        /// Listening from now on. What was sent before, or while the connection was away, is not known: look for yourself.
        case resync
        case notification(channel: String, payload: String)
    }

    private let conninfo: String
    private let channels: [String]
    private let session: SessionSettings
    private let keepAlive: Duration
    private let buffer: Int

    /// - Parameters:
    ///   - keepAlive: a silent connection is asked for a sign of life this often.
    ///   - buffer: events kept for a slow reader; those beyond are dropped, and a `resync` follows.
    public init(_ conninfo: String, channels: [String], session: SessionSettings = .init(), keepAlive: Duration = .seconds(30), buffer: Int = 1024) {
        self.conninfo = conninfo
        self.channels = channels
        self.session = session
        self.keepAlive = keepAlive
        self.buffer = buffer
    }

    /// Starts to listen. Ends with the iteration, or when the iterating task is cancelled.
    public func events() -> AsyncStream<Event> {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(buffer))
        let task = Task { await listen(continuation) }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }

    private func listen(_ continuation: AsyncStream<Event>.Continuation) async {
        var failures = 0
        while !Task.isCancelled {
            do throws(PostgreSQLError) {
                let connection = try await Connection.connect(conninfo, session: session)
                try await connection.script(channels.map { "LISTEN \(QuotedName.quote($0))" }.joined(separator: ";"), within: .seconds(5))
                failures = 0
                try await deliver(from: connection, to: continuation)
            } catch {
                if Task.isCancelled { break }
                failures += 1
                Logger.current.log(.warning, "cannot listen to the database", error.details)
                let pause = min(.milliseconds(50) * (1 << min(failures, 6)), .seconds(2)) * Double.random(in: 0.5..<1.5)
                try? await Task.sleep(for: pause)
            }
        }
        continuation.finish()
    }

    private func deliver(from connection: Connection, to continuation: AsyncStream<Event>.Continuation) async throws(PostgreSQLError) {
        var lost = true
        while !Task.isCancelled {
            if lost, case .enqueued = continuation.yield(.resync) { lost = false }
            let notifications = try await connection.notifications(within: lost ? .milliseconds(100) : keepAlive)
            for (channel, payload) in notifications where !lost {
                if case .dropped = continuation.yield(.notification(channel: channel, payload: payload)) { lost = true }
            }
            if notifications.isEmpty && !Task.isCancelled && !lost { _ = try await connection.query("SELECT", within: .seconds(5)) }
        }
    }
}
