public import Foundation

/// When a job may run. Decided by PostgreSQL's clock, never by a worker's.
public enum Due: Sendable, Equatable {
    case now
    /// Counted from the beginning of the transaction.
    case after(Duration)
    case at(Date)
}

extension Duration {
    /// Whole and fractional seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
