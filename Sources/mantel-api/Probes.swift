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

    /// Prometheus text format, version 0.0.4.
    func metrics() async -> HTTPResponse {
        var lines = ["# TYPE mantel_jobs gauge", "# TYPE mantel_job_oldest_seconds gauge"]
        guard let queues = try? await pool.query("SELECT * FROM job_statistics()") else { return .text(503, "PostgreSQL does not answer\n") }
        for row in queues {
            guard let queue: String = try? row["queue"] else { continue }
            for state in ["waiting", "delayed", "published", "running", "dead"] as [StaticString] {
                if let count: Int = try? row[state] { lines.append("mantel_jobs{queue=\"\(queue)\",state=\"\(state)\"} \(count)") }
            }
            if let age: Double = try? row["oldest_age"] { lines.append("mantel_job_oldest_seconds{queue=\"\(queue)\"} \(age)") }
        }
        return .text(200, lines.joined(separator: "\n") + "\n", type: "text/plain; version=0.0.4")
    }
}
