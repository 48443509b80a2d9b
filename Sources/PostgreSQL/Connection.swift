import CPostgreSQL
import Foundation
import ServiceKit

/// One connection to PostgreSQL on one thread of its own: every call into libpq happens there.
///
/// It stays in libpq's pipeline mode, so that any number of statements is one round trip. The statements of one
/// call that do not begin a transaction themselves run in one implicit transaction: the server commits at the end
/// of the batch, and an error rolls all of it back (documentation, "Message flow: pipelining").
public actor Connection {
    /// How a connection is after a batch.
    enum Condition: Sendable { case idle, inTransaction, failedTransaction, broken }

    /// The results of the statements up to the first that failed.
    struct Reply: Sendable {
        var results: [QueryResult] = []
        var failure: PostgreSQLError?
        var condition = Condition.broken

        func get() throws(PostgreSQLError) -> [QueryResult] {
            if let failure { throw failure }
            return results
        }

        /// As `get`, but with Swift's own error for a cancelled task.
        func getOrCancel() throws -> [QueryResult] {
            guard let failure else { return results }
            throw failure.reason == .cancelled ? CancellationError() : failure as any Error
        }
    }

    private let executor: ThreadExecutor
    nonisolated let interrupt = Interrupt()
    private var raw: OpaquePointer?
    private var wire: Wire?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() { executor = ThreadExecutor(label: "postgresql") }

    isolated deinit {
        if let raw { PQfinish(raw) }
        executor.stop()
    }

    /// Connects, within the `connect_timeout` of the conninfo (5 s unless it says otherwise).
    ///
    /// - Parameters:
    ///   - conninfo: libpq's connection string or URI.
    ///   - statements: how many prepared statements the connection keeps.
    public static func connect(_ conninfo: String, session: SessionSettings = .init(), statements: Int = 256) async throws(PostgreSQLError) -> Connection {
        let connection = Connection()
        try await connection.open(session.keywords(for: conninfo), statements: statements)
        return connection
    }

    /// Runs one statement; everything it returned.
    ///
    /// - Parameter limit: the statement is cancelled on the server when it takes longer. A cancelled task cancels it too.
    public nonisolated func query(_ sql: SQL, within limit: Duration = .seconds(6)) async throws(PostgreSQLError) -> [Row] {
        try await perform([sql], within: limit).get().last?.rows ?? []
    }

    /// Closes the connection at once; later calls fail.
    public func close() {
        if let raw { PQfinish(raw) }
        raw = nil
        wire = nil
    }

    /// Runs a batch in one round trip. It leaves a connection that did not come to a clean end `broken`.
    ///
    /// - Parameter interruptible: false for what must run in a cancelled task, such as a roll-back.
    nonisolated func perform(_ batch: [SQL], within limit: Duration, interruptible: Bool = true) async -> Reply {
        guard interruptible else { return await run(batch, within: limit, interruptible: false) }
        return await withTaskCancellationHandler {
            await run(batch, within: limit, interruptible: true)
        } onCancel: { [interrupt] in
            interrupt.raise()
        }
    }

    /// Runs statements of our own as one simple query, without parameters; PostgreSQL makes one implicit transaction of them.
    package nonisolated func script(_ text: String, within limit: Duration = .seconds(60)) async throws(PostgreSQLError) {
        let reply = await withTaskCancellationHandler {
            await runScript(text, within: limit)
        } onCancel: { [interrupt] in
            interrupt.raise()
        }
        _ = try reply.get()
    }

    /// Waits for notifications; none means that the time is over or the task cancelled.
    nonisolated func notifications(within limit: Duration) async throws(PostgreSQLError) -> [(channel: String, payload: String)] {
        let outcome = await withTaskCancellationHandler {
            await awaitNotifications(within: limit)
        } onCancel: { [interrupt] in
            interrupt.raise()
        }
        return try outcome.get()
    }

    /// Whether the connection can serve a statement.
    ///
    /// - Parameter roundTrip: false looks only whether the server has hung up, which costs next to nothing.
    func isAlive(roundTrip: Bool) -> Bool {
        guard wire?.isQuiet == true else { return false }
        return roundTrip ? run(["SELECT"], within: .seconds(1), interruptible: false).failure == nil : true
    }

    /// Where the connection stands between two calls.
    var condition: Condition { wire?.condition ?? .broken }

    /// Prepared statements held now.
    var preparedCount: Int { wire?.preparedCount ?? 0 }

    private func open(_ keywords: [(String, String)], statements: Int) throws(PostgreSQLError) {
        let names = keywords.map { strdup($0.0) }
        let values = keywords.map { strdup($0.1) }
        defer { for pointer in names + values { free(pointer) } }
        raw = PQconnectdbParams(names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        guard let raw else { throw PostgreSQLError(.connection, "out of memory") }
        guard PQstatus(raw) == CONNECTION_OK else {
            let message = Wire.message(of: raw)
            close()
            throw PostgreSQLError(.connection, message)
        }
        let wire = Wire(raw, interrupt: interrupt, statements: statements)
        try wire.begin()
        self.wire = wire
    }

    private func run(_ batch: [SQL], within limit: Duration, interruptible: Bool) -> Reply {
        guard let wire else { return Reply(failure: PostgreSQLError(.connection, "the connection is closed")) }
        interrupt.clear()
        // Asked for after the clearing: a cancellation that came before it would be lost otherwise.
        if interruptible && Task.isCancelled { return Reply(failure: PostgreSQLError(.cancelled, "cancelled before it was sent"), condition: wire.condition) }
        return wire.run(batch, until: .now + limit, interruptible: interruptible)
    }

    private func runScript(_ text: String, within limit: Duration) -> Reply {
        guard let wire else { return Reply(failure: PostgreSQLError(.connection, "the connection is closed")) }
        interrupt.clear()
        if Task.isCancelled { return Reply(failure: PostgreSQLError(.cancelled, "cancelled before it was sent"), condition: wire.condition) }
        return wire.runScript(text, until: .now + limit)
    }

    private func awaitNotifications(within limit: Duration) -> Result<[(channel: String, payload: String)], PostgreSQLError> {
        guard let wire else { return .failure(PostgreSQLError(.connection, "the connection is closed")) }
        interrupt.clear()
        if Task.isCancelled { return .success([]) }
        return Result { () throws(PostgreSQLError) in try wire.notifications(until: .now + limit) }
    }
}
