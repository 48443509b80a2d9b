public import Redis
public import ServiceKit

/// What every worker reads from its environment.
public struct WorkerSettings: Sendable {
    public var database: String
    public var redis: RedisAddress
    public var healthFile: String?
    public var logLevel: Logger.Level

    /// Problems stay in `environment`, to be reported together with the worker's own. Nil where one is.
    public init?(environment: inout Environment) {
        let database: String? = environment.value("DATABASE_URL")
        let redis: RedisAddress? = environment.value("REDIS_URL")
        healthFile = environment.optional("MANTEL_HEALTH_FILE")
        let level: Logger.Level? = environment.value("LOG_LEVEL", default: .info)
        guard let database, let redis, let level else { return nil }
        self.database = database
        self.redis = redis
        logLevel = level
    }
}
