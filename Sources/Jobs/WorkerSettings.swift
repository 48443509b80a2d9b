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
    /// Above it, a job whose worker is gone would not be done the same hour.
    public static let longestLeaseSeconds = 3600

    /// That of `JOB_LEASE_SECONDS`; nil, with a problem reported, where it is none that can work.
    public static func lease(from environment: inout Environment) -> Duration? {
        let seconds: Int? = environment.value("JOB_LEASE_SECONDS", default: Int(Worker.Settings().lease.components.seconds))
        guard let seconds else { return nil }
        guard (shortestLeaseSeconds...longestLeaseSeconds).contains(seconds) else {
            environment.report(ConfigurationError(problems: ["JOB_LEASE_SECONDS must be between \(shortestLeaseSeconds) and \(longestLeaseSeconds)"]))
            return nil
        }
        return .seconds(seconds)
    }

    /// Problems stay in `environment`, to be reported together with the worker's own. Nil where one is.
    public init?(environment: inout Environment) {
        let database: String? = environment.value("DATABASE_URL")
        let redis: RedisAddress? = environment.value("REDIS_URL")
        healthFile = environment.optional("MANTEL_HEALTH_FILE")
        let level: Logger.Level? = environment.value("LOG_LEVEL", default: .info)
        let lease = Self.lease(from: &environment)
        guard let database, let redis, let level, let lease else { return nil }
        self.database = database
        self.redis = redis
        logLevel = level
        running.lease = lease
        running.consumerIdle = running.lease * 4
    }
}
