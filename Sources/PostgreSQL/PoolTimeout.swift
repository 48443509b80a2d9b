/// No connection came free in time. To a client it means: try again in a moment (HTTP 503).
public struct PoolTimeout: Error, Sendable, CustomStringConvertible {
    /// Why the last attempt to connect failed, where that is what kept the pool empty.
    public var cause: PostgreSQLError?

    public var description: String { "No database connection came free in time." }
}

/// The pool has been closed.
public struct PoolClosed: Error, Sendable {}
