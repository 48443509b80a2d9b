/// The limits of a pool, all of them.
public struct PoolLimits: Sendable {
    /// Connections at most, those being opened included. About twice the cores for an API; for a worker its
    /// concurrency and one. All processes together must stay under the server's `max_connections`.
    public var connections: Int
    /// How long a caller waits for a connection before `PoolTimeout`.
    public var acquireTimeout: Duration
    /// A statement is cancelled after this time, unless its call says otherwise. Longer than the server's own
    /// `statement_timeout`, which ends a statement without costing the connection.
    public var queryTimeout: Duration = .seconds(6)
    /// A connection unused for this long is closed.
    public var idleTimeout: Duration = .seconds(300)
    /// A connection older than this is replaced when it is idle.
    public var maximumAge: Duration = .seconds(30 * 60)
    /// A connection unused for this long must answer before it is lent.
    public var checkAfter: Duration = .seconds(30)
    /// Callers waiting at most; one more is refused at once with `PoolTimeout`.
    public var waiters = 10_000

    public init(connections: Int, acquireTimeout: Duration = .seconds(2)) {
        self.connections = connections
        self.acquireTimeout = acquireTimeout
    }
}
