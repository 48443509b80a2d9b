import Synchronization

/// An open transaction, valid within the closure of `Pool.transaction`. One call at a time.
public final class Transaction: Sendable {
    private enum Phase: Sendable {
        /// Nothing sent yet; these travel with the first statement.
        case unopened([SQL])
        case open
        case committed
        case failed(PostgreSQLError)
        case ended
    }

    private struct State: Sendable {
        var phase: Phase
        var busy = false
        var condition = Connection.Condition.idle
    }

    private let connection: Connection
    private let limit: Duration
    private let state: Mutex<State>

    init(_ connection: Connection, opening: [SQL], within limit: Duration) {
        self.connection = connection
        self.limit = limit
        state = Mutex(State(phase: .unopened(opening)))
    }

    /// Runs one statement.
    ///
    /// After an error the transaction is lost: the database refuses what follows, and nothing is committed.
    public func query(_ sql: SQL) async throws -> [Row] { try await batch([sql]).last?.rows ?? [] }

    /// Runs one statement; the number of rows it touched.
    @discardableResult
    public func execute(_ sql: SQL) async throws -> Int { try await batch([sql]).last?.affected ?? 0 }

    /// Runs several statements in one round trip; the rows of each.
    public func pipeline(_ statements: [SQL]) async throws -> [[Row]] { try await batch(statements).map(\.rows) }

    /// Runs the last statements and commits, in one round trip; the rows of each. The transaction takes no more.
    public func commit(_ statements: SQL...) async throws -> [[Row]] { try await batch(statements, last: true).map(\.rows) }

    /// The connection may serve others.
    var isReusable: Bool { state.withLock { $0.condition == .idle } }

    /// Ends the transaction well, or throws what keeps it from that.
    func commit() async throws {
        let phase = state.withLock { $0.phase }
        switch phase {
        case .unopened, .committed: state.withLock { $0.phase = .ended }
        case .failed(let error): throw error
        case .ended: break
        case .open:
            try Task.checkCancellation()
            // Once sent, a commit is not interrupted: nobody could tell what became of it.
            let reply = await connection.perform(["COMMIT"], within: limit, interruptible: false)
            finish(reply, as: .ended)
            _ = try reply.get()
        }
    }

    func rollback() async {
        let condition = state.withLock { state in
            state.phase = .ended
            // A call still running, left behind by its task, will find the connection closed.
            if state.busy { state.condition = .broken }
            return state.condition
        }
        guard condition == .inTransaction || condition == .failedTransaction else { return }
        finish(await connection.perform(["ROLLBACK"], within: .seconds(2), interruptible: false), as: .ended)
    }

    private func batch(_ statements: [SQL], last: Bool = false) async throws -> [QueryResult] {
        let opening = try begin()
        let reply = await connection.perform(opening + statements + (last ? ["COMMIT"] : []), within: limit)
        finish(reply, as: reply.failure.map { .failed($0) } ?? (last ? .committed : .open))
        return Array(try reply.getOrCancel().dropFirst(opening.count).prefix(statements.count))
    }

    /// What must be sent ahead of the next statement.
    private func begin() throws(PostgreSQLError) -> [SQL] {
        try state.withLock { state throws(PostgreSQLError) in
            if state.busy { throw PostgreSQLError(.misuse, "two statements at once in one transaction") }
            switch state.phase {
            case .unopened(let opening):
                state.busy = true
                state.condition = .broken
                return opening
            case .open:
                state.busy = true
                return []
            case .failed(let error): throw error
            case .committed, .ended: throw PostgreSQLError(.misuse, "the transaction has ended")
            }
        }
    }

    private func finish(_ reply: Connection.Reply, as phase: Phase) {
        state.withLock { state in
            state.busy = false
            state.condition = reply.condition
            if case .ended = state.phase { return }
            state.phase = phase
        }
    }
}
