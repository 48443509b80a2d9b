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

    /// The process lives.
    func health() async -> HTTPResponse { .text(200, "well\n") }

    /// Requests can be answered. Redis may be away: jobs then wait in PostgreSQL.
    func readiness() async -> HTTPResponse {
        do {
            _ = try await pool.query("SELECT 1 AS one")
            return .text(200, "ready\n")
        } catch {
            return .text(503, "PostgreSQL does not answer\n")
        }
    }

    /// How the queues stand, for Prometheus.
    func metrics() async -> HTTPResponse {
        do {
            return .text(200, QueueMetrics(try await JobAdministration(pool: pool).statistics()).text, type: QueueMetrics.mediaType)
        } catch {
            return .text(503, "PostgreSQL does not answer\n")
        }
    }
}
