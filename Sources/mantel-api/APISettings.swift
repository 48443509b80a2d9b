import Foundation
import Jobs
import Redis
import Secrets
import ServiceKit

/// What `mantel-api` reads from its environment.
struct APISettings: Sendable {
    var database: String
    var databaseConnections: Int
    var redis: RedisAddress
    var listen: ListenAddress
    /// The public address: links in mail, cookies and the origin check use it.
    var origin: String
    /// Folders of the pages' files, the first that has a file wins.
    var assets: [String]
    var migrations: String
    var secret: LinkSecret
    var logLevel: Logger.Level
    /// Whether the client's address is taken from the last `X-Forwarded-For`.
    var isBehindProxy: Bool
    /// The workers' lease.
    var lease: Duration

    /// As many as can be at work at once where PostgreSQL is on the same machine, and one for each of those to wait for the
    /// disk. More would take turns with the threads that answer, and the slowest answers would come later.
    private static let usualConnections = max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)

    init(environment: inout Environment) throws(ConfigurationError) {
        let database: String? = environment.value("DATABASE_URL")
        let connections: Int? = environment.value("DATABASE_CONNECTIONS", default: Self.usualConnections)
        let redis: RedisAddress? = environment.value("REDIS_URL")
        let listen: ListenAddress? = environment.value("MANTEL_LISTEN", default: ListenAddress(host: "127.0.0.1", port: 8080))
        let origin: WebOrigin? = environment.value("MANTEL_ORIGIN", default: .local)
        let assets: String? = environment.value("MANTEL_ASSETS", default: "Sources/Web/Assets")
        let migrations: String? = environment.value("MANTEL_MIGRATIONS", default: "db/migrations")
        let secret = LinkSecret.read(from: &environment)
        let level: Logger.Level? = environment.value("LOG_LEVEL", default: .info)
        let proxy: Bool? = environment.value("MANTEL_BEHIND_PROXY", default: false)
        let lease = WorkerSettings.lease(from: &environment)
        try environment.validate()
        guard let database, let connections, let redis, let listen, let origin, let assets, let migrations, let secret, let level, let proxy, let lease else {
            throw ConfigurationError(problems: ["the configuration is incomplete"])
        }
        guard (1...200).contains(connections) else { throw ConfigurationError(problems: ["DATABASE_CONNECTIONS must be between 1 and 200"]) }
        self.database = database
        databaseConnections = connections
        self.redis = redis
        self.listen = listen
        self.origin = origin.description
        self.assets = assets.split(separator: ":").map(String.init)
        self.migrations = migrations
        self.secret = secret
        logLevel = level
        isBehindProxy = proxy
        self.lease = lease
    }
}

/// "127.0.0.1:8080"
struct ListenAddress: Sendable, Setting {
    static let expectation = "an address and a port, such as 127.0.0.1:8080"

    var host: String
    var port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(_ description: String) {
        guard let colon = description.lastIndex(of: ":"), let port = Int(description[description.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        host = description[..<colon].trimmingCharacters(in: ["[", "]"])
        self.port = port
        if host.isEmpty { return nil }
    }

    var description: String { "\(host):\(port)" }
}
