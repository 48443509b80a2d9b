import Foundation
import HTTPServer
import Jobs
import PostgreSQL
import Redis
import ServiceKit

/// What operators and their tools ask.
struct Probes: Sendable {
    let pool: Pool
    let redis: RedisAddress

    private static let redisPatience = Duration.seconds(1)

    /// The process lives.
    func health() async -> HTTPResponse { .text(200, "well\n") }

    /// Requests can be answered. Redis may be away or full: that is said, and jobs wait in PostgreSQL.
    func readiness() async -> HTTPResponse {
        do {
            _ = try await pool.query("SELECT 1 AS one")
            return .text(200, await redisTakes ? "ready\n" : "degraded: Redis takes nothing, jobs wait in PostgreSQL\n")
        } catch {
            return .text(503, "PostgreSQL does not answer\n")
        }
    }

    private var redisTakes: Bool {
        get async {
            let connection = RedisConnection(redis)
            let condition = try? await connection.condition(timeout: Self.redisPatience)
            await connection.disconnect()
            return condition?.takesWrites ?? false
        }
    }

    /// How the queues stand, for Prometheus.
    func metrics() async -> HTTPResponse {
        do {
            async let takes = redisTakes
            let queues = QueueMetrics(try await JobAdministration(pool: pool).statistics())
            let redis = """
                # HELP mantel_redis_up Whether Redis takes what is written to it.
                # TYPE mantel_redis_up gauge
                mantel_redis_up \(await takes ? 1 : 0)\n
                """
            return .text(200, queues.text + redis, type: QueueMetrics.mediaType)
        } catch {
            return .text(503, "PostgreSQL does not answer\n")
        }
    }
}
