import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

@Suite struct QueueMetricsTests {
    /// Two queues: one with something in every state, one that has only finished its work.
    private func fill(_ world: JobWorld) async throws {
        _ = try await world.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, state, attempt, due_at, started_at, finished_at, token, lease_until)
            SELECT gen_random_uuid(), 'k', queue, '{}', 3, state, attempt, now() - due::interval, now() - began::interval, now() - ended::interval,
                   CASE WHEN state = 'running' THEN gen_random_uuid() END, CASE WHEN state = 'running' THEN now() + interval '1 minute' END
            FROM (VALUES
                ('busy', 'waiting', 0, '90 seconds', NULL, NULL), ('busy', 'waiting', 2, '-1 hour', NULL, NULL),
                ('busy', 'published', 0, '5 seconds', NULL, NULL), ('busy', 'running', 3, '5 seconds', '2 seconds', NULL),
                ('busy', 'dead', 3, '1 hour', '31 minutes', '30 minutes'), ('busy', 'dead', 3, '9 hours', '9 hours', '8 hours'),
                ('idle', 'done', 1, '1 minute', '34 seconds', '30 seconds'), ('idle', 'done', 2, '1 minute', '40 seconds', '30 seconds'),
                ('idle', 'done', 1, '1 minute', '31 seconds', '30 seconds'), ('idle', 'done', 1, '3 hours', '3 hours', '2 hours')
            ) AS v (queue, state, attempt, due, began, ended)
            """)
    }

    @Test func `statistics tell of the open, the dead and the last hour`() async throws {
        try await JobWorld.run { world in
            try await fill(world)
            let queues = try await JobAdministration(pool: world.api).statistics()
            let (busy, idle) = (try #require(queues.first), try #require(queues.last))
            #expect(queues.count == 2)
            #expect([Int]([busy.waiting, busy.delayed, busy.published, busy.running, busy.dead, busy.retried]) == [1, 1, 1, 1, 2, 2])
            #expect((90...100).contains(busy.oldestAge))
            #expect([Int]([busy.attempts, busy.done, busy.died]) == [8, 0, 1])
            #expect(busy.medianRun == nil)
            #expect([Int]([idle.attempts, idle.done, idle.died]) == [4, 3, 0])
            #expect(idle.oldestAge == 0)
            #expect(abs(try #require(idle.medianRun) - 4) < 0.01)
            #expect(abs(try #require(idle.slowestRun) - 10) < 0.01)
            let stats = try await JobsCommand(["stats"]).run(JobAdministration(pool: world.worker)).text.split(separator: "\n")
            #expect(stats.count == 3 && stats[2].contains("4000 ms") && stats[2].contains("10000 ms"))
        }
    }

    @Test func `what Prometheus reads is well formed, and says the same`() async throws {
        try await JobWorld.run { world in
            try await fill(world)
            let text = QueueMetrics(try await JobAdministration(pool: world.api).statistics()).text
            let exposition = try Exposition(text)
            #expect(exposition.types.values.allSatisfy { $0 == "gauge" })
            #expect(exposition.types.keys.allSatisfy { $0.hasPrefix("mantel_job") })
            #expect(exposition.samples["mantel_jobs{queue=\"busy\",state=\"dead\"}"] == 2)
            #expect(exposition.samples["mantel_jobs{queue=\"idle\",state=\"waiting\"}"] == 0)
            #expect(exposition.samples["mantel_job_attempts{queue=\"busy\"}"] == 8)
            #expect(exposition.samples["mantel_jobs_ended_last_hour{queue=\"idle\",state=\"done\"}"] == 3)
            #expect(abs(try #require(exposition.samples["mantel_job_run_slowest_seconds{queue=\"idle\"}"]) - 10) < 0.01)
            #expect(exposition.samples["mantel_job_run_slowest_seconds{queue=\"busy\"}"] == nil, "nothing ran, so nothing is said")
            #expect(try #require(exposition.samples["mantel_job_oldest_age_seconds{queue=\"busy\"}"]) >= 90)
        }
        let empty = try Exposition(QueueMetrics([]).text)
        #expect(empty.samples.isEmpty && empty.types.count == 7)
    }

    @Test func `a run is timed from its claim to its end`() async throws {
        try await JobWorld.run { world in
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.enqueue(Effect(label: 1, milliseconds: 300))
            try await world.running([world.relay(), worker]) {
                try await world.until("it was not done") { try await world.jobs("state = 'done'") == 1 }
            }
            let queue = try #require(try await JobAdministration(pool: world.api).statistics().first)
            #expect(queue.done == 1 && queue.attempts == 1)
            #expect((0.29...5).contains(try #require(queue.slowestRun)))
        }
    }
}

/// Prometheus' text format as strictly as it is written down: HELP and TYPE once before the samples of a family,
/// families in one piece, no series twice, every value a number.
private struct Exposition {
    struct Malformed: Error { var line: Substring }

    var types: [String: String] = [:]
    var samples: [String: Double] = [:]

    init(_ text: String) throws {
        var helped: Set<Substring> = [], current: Substring = ""
        guard text.hasSuffix("\n") else { throw Malformed(line: text.suffix(20)) }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: /# HELP ([a-z_]+) ([^\\]+)/) {
                guard helped.insert(match.1).inserted else { throw Malformed(line: line) }
            } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (gauge|counter)/) {
                guard helped.contains(match.1), types.updateValue(String(match.2), forKey: String(match.1)) == nil else { throw Malformed(line: line) }
                current = match.1
            } else if let match = line.wholeMatch(of: /(([a-z_]+)\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\}) (\S+)/) {
                guard match.2 == current, let value = Double(match.3), samples.updateValue(value, forKey: String(match.1)) == nil else {
                    throw Malformed(line: line)
                }
            } else {
                throw Malformed(line: line)
            }
        }
    }
}
