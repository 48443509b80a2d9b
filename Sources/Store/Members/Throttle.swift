import PostgreSQL

/// Counts failures so that guessing gets slow without ever locking anybody out for good.
public struct Throttle: Sendable {
    /// Failures that one key may have in a period.
    public var allowed: Int
    public var minutes: Int

    public init(allowed: Int, minutes: Int) {
        self.allowed = allowed
        self.minutes = minutes
    }

    /// Wrong passwords for one account from one network.
    public static let signIn = Throttle(allowed: 10, minutes: 5)
    /// Wrong passwords from one network for any account.
    public static let signInsOfNetwork = Throttle(allowed: 100, minutes: 5)
    public static let signUp = Throttle(allowed: 25, minutes: 5)
}

extension Store {
    /// Seconds until any of `keys` may try again; 0 when they may.
    public func throttled(_ keys: [String], by throttle: Throttle) async throws -> Int {
        let rows = try await pool.query(
            "SELECT throttled(\(keys), \(throttle.allowed)::int, make_interval(mins => \(throttle.minutes)::int)) AS seconds")
        return try rows.first?["seconds"] ?? 0
    }

    public func countFailure(_ keys: [String], by throttle: Throttle) async throws {
        _ = try await pool.query("SELECT count_failure(\(keys), make_interval(mins => \(throttle.minutes)::int))")
    }
}
