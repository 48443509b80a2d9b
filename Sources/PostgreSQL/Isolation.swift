/// The isolation level of a transaction.
public enum Isolation: Sendable {
    case readCommitted
    /// One snapshot for all statements of the transaction.
    case repeatableRead
    case serializable

    var begin: SQL {
        switch self {
        case .readCommitted: "BEGIN"
        case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }
    }
}
