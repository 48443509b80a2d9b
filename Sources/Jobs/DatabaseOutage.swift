import PostgreSQL

/// A database that is away, or has no room, or holds a lock for longer than we wait: none of it is a job's fault.
public enum DatabaseOutage {
    /// Whether `error` says so.
    public static func caused(_ error: any Error) -> Bool {
        if error is PoolTimeout { return true }
        guard let error = error as? PostgreSQLError else { return false }
        return switch error.reason {
        case .connection, .deadline: true
        // Connection exception, insufficient resources, lock not available, operator intervention: appendix A of
        // PostgreSQL's manual.
        case .server: ["08", "53", "55P03", "57P"].contains { error.sqlState?.hasPrefix($0) == true }
        case .cancelled, .parameter, .column, .misuse: false
        }
    }
}
