/// What every session of a process sets on its connection. Each can be overridden in the connection string.
public struct SessionSettings: Sendable {
    public var applicationName: String
    /// The server ends a statement after this time, even where the client has gone.
    public var statementTimeout: Duration
    /// How long a statement waits for a lock.
    public var lockTimeout: Duration
    /// The server ends a session whose transaction has been left open for this long.
    public var idleInTransactionTimeout: Duration

    public init(
        applicationName: String = "mantel", statementTimeout: Duration = .seconds(5), lockTimeout: Duration = .seconds(3),
        idleInTransactionTimeout: Duration = .seconds(10)
    ) {
        self.applicationName = applicationName
        self.statementTimeout = statementTimeout
        self.lockTimeout = lockTimeout
        self.idleInTransactionTimeout = idleInTransactionTimeout
    }

    /// libpq's keywords and values for `conninfo`. The conninfo stands last, so that what it says wins.
    func keywords(for conninfo: String) -> [(String, String)] {
        let options = [
            "statement_timeout=\(statementTimeout.milliseconds)", "lock_timeout=\(lockTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(idleInTransactionTimeout.milliseconds)",
            // What `Row` reads.
            "timezone=UTC", "datestyle=ISO", "bytea_output=hex", "extra_float_digits=1",
        ]
        return [
            ("fallback_application_name", applicationName), ("client_encoding", "UTF8"), ("connect_timeout", "5"), ("tcp_user_timeout", "10000"),
            ("keepalives_idle", "30"), ("gssencmode", "disable"), ("options", options.map { "-c \($0)" }.joined(separator: " ")),
            ("dbname", conninfo),
        ]
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
