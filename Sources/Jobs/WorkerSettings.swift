public import Redis
public import ServiceKit

/// What every worker reads from its environment.
public struct WorkerSettings: Sendable {
    public var database: String
    public var redis: RedisAddress
    public var healthFile: String?
    public var logLevel: Logger.Level
    /// How the worker runs jobs, with the lease of `JOB_LEASE_SECONDS`.
    public var running = Worker.Settings()

    /// Below it, a busy machine would take the jobs of workers that are alive.
    public static let shortestLeaseSeconds = 2

    /// Problems stay in `environment`, to be reported together with the worker's own. Nil where one is.
    public init?(environment: inout Environment) {
        let database: String? = environment.value("DATABASE_URL")
        let redis: RedisAddress? = environment.value("REDIS_URL")
        healthFile = environment.optional("MANTEL_HEALTH_FILE")
        let level: Logger.Level? = environment.value("LOG_LEVEL", default: .info)
        let lease: Int? = environment.value("JOB_LEASE_SECONDS", default: Int(running.lease.components.seconds))
        if let lease, lease < Self.shortestLeaseSeconds {
            environment.report(ConfigurationError(problems: ["JOB_LEASE_SECONDS must be at least \(Self.shortestLeaseSeconds)"]))
        }
        guard let database, let redis, let level, let lease else { return nil }
        self.database = database
        self.redis = redis
        logLevel = level
        running.lease = .seconds(lease)
        running.consumerIdle = running.lease * 4
    }
}
