/// The figures of queues in Prometheus' text format, version 0.0.4.
public struct QueueMetrics: Sendable {
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private let queues: [QueueStatistics]

    public init(_ queues: [QueueStatistics]) { self.queues = queues }

    /// Every family has its HELP and TYPE, also where no queue has a sample. All are gauges: what is counted
    /// over the last hour falls again.
    public var text: String {
        [
            family("mantel_jobs", "Open and dead jobs; waiting: due, delayed: due later, published: handed to Redis.") { queue in
                [
                    ("waiting", queue.waiting), ("delayed", queue.delayed), ("published", queue.published), ("running", queue.running),
                    ("dead", queue.dead),
                ].map { Sample("state", $0, "\($1)") }
            },
            family("mantel_job_oldest_age_seconds", "Since the oldest open job became due.") { [Sample("\($0.oldestAge)")] },
            family("mantel_jobs_retried", "Open jobs that failed before.") { [Sample("\($0.retried)")] },
            family("mantel_job_attempts", "Attempts taken by the jobs that are open or ended within the last hour.") { [Sample("\($0.attempts)")] },
            family("mantel_jobs_ended_last_hour", "Jobs that were done or died within the last hour.") {
                [Sample("state", "done", "\($0.done)"), Sample("state", "dead", "\($0.died)")]
            },
            family("mantel_job_run_median_seconds", "Median run of the jobs done within the last hour.") {
                $0.medianRun.map { [Sample("\($0)")] } ?? []
            },
            family("mantel_job_run_slowest_seconds", "Longest run of the jobs done within the last hour.") {
                $0.slowestRun.map { [Sample("\($0)")] } ?? []
            },
        ].joined()
    }

    private struct Sample {
        var label = ""
        var value: String

        init(_ value: String) { self.value = value }

        init(_ name: String, _ label: String, _ value: String) {
            self.label = ",\(name)=\"\(label)\""
            self.value = value
        }
    }

    /// Names of queues need no escaping: the table takes small letters, digits and hyphens alone.
    private func family(_ name: String, _ help: String, _ samples: (QueueStatistics) -> [Sample]) -> String {
        let lines = queues.flatMap { queue in samples(queue).map { "\(name){queue=\"\(queue.queue)\"\($0.label)} \($0.value)\n" } }
        return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
    }
}
