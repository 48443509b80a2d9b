/// Something went wrong between us and the database.
///
/// `description` is fit for anybody's eyes: it holds no text of the server, which quotes values of rows. The rest
/// is for the code that decides and for the log (`details`).
public struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
    public enum Reason: String, Sendable {
        /// The server refused the statement; `sqlState` says why.
        case server
        /// The connection could not be made, or was lost.
        case connection
        /// The statement did not end within its time, and was cancelled on the server.
        case deadline
        /// The task was cancelled, and the statement with it.
        case cancelled
        /// A value cannot be sent.
        case parameter
        /// A column is missing, NULL, or not of the type asked for.
        case column
        /// The caller broke a rule of this module.
        case misuse
    }

    public var reason: Reason
    /// Five characters, such as `23505` (documentation, appendix A).
    public var sqlState: String?
    public var constraint: String?
    public var table: String?
    public var column: String?
    /// The server's or our own words: for the log, not for people.
    public var message: String
    public var detail: String?

    public init(_ reason: Reason, _ message: String, column: String? = nil) {
        self.reason = reason
        self.message = message
        self.column = column
    }

    public var description: String {
        switch reason {
        case .server: "The database refused a statement (\(sqlState ?? "unknown"))."
        case .connection: "The database cannot be reached."
        case .deadline: "The database did not answer in time."
        case .cancelled: "The statement was cancelled."
        case .parameter: "A value cannot be stored."
        case .column: "The database answered with something unexpected."
        case .misuse: "The database was used in a wrong way."
        }
    }

    /// Metadata for a line of the log.
    public var details: [String: String] {
        var details = ["reason": reason.rawValue, "error": message]
        details["sqlstate"] = sqlState
        details["constraint"] = constraint
        details["table"] = table
        details["column"] = column
        details["detail"] = detail
        return details
    }

    /// Worth one more try from the start: serialization failure or deadlock.
    var isTransient: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// The connection must not be used again: connection exceptions, shutdown of the server, or prepared statements
    /// that no longer fit a changed schema.
    var poisonsConnection: Bool {
        switch reason {
        case .connection, .cancelled: return true
        // With a state it is the server's own statement_timeout, after which the session goes on.
        case .deadline: return sqlState == nil
        case .parameter, .column, .misuse: return false
        case .server:
            guard let sqlState else { return false }
            return sqlState.hasPrefix("08") || sqlState.hasPrefix("57P0") || sqlState == "26000" || sqlState == "0A000"
        }
    }
}
