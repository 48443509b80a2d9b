import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

@Suite struct HistoryTests {
    private func addHistory(_ count: Int, age: SQL, _ world: JobWorld) async throws {
        _ = try await world.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, state, finished_at)
            SELECT gen_random_uuid(), 'probe.effect', 'probe', '{}', 3, 'done', now() - \(age) FROM generate_series(1, \(count)::int)
            """)
        _ = try await world.owner.query("ANALYZE job")
    }

    @Test func `a long history is never read through`() async throws {
        try await JobWorld.run { world in
            try await addHistory(30_000, age: "interval '1 hour'", world)
            let scans: SQL = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'job'"
            func count() async throws -> Int {
                _ = try await world.owner.query("SELECT pg_stat_force_next_flush()::text AS flushed")
                return try #require(try await world.owner.query(scans).first)["seq_scan"]
            }
            let before = try await count()
            for _ in 0..<10 {
                let id = try await world.enqueue(Effect(label: 1), key: "k")
                _ = try await world.api.pipeline([
                    "SELECT id FROM take_due_jobs(10, 8)", "SELECT id FROM take_due_jobs(10, 0)",
                    "SELECT mark_published(ARRAY[\(id)::uuid])::text AS marked",
                    "SELECT queue FROM stale_queues('0 s')", "SELECT id FROM take_lost_jobs(ARRAY['probe'], '0 s', 10)",
                    "SELECT queue FROM job_statistics()", "SELECT pg_stat_force_next_flush()::text AS flushed",
                ])
            }
            var settings = JobWorld.quick
            settings.purge = .milliseconds(200)
            var worker = world.makeWorker(settings: settings)
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([world.relay(), worker]) {
                for label in 0..<20 { try await world.enqueue(Effect(label: label)) }
                // Told by the effects: counting jobs would read the table through.
                try await world.until("the jobs were not done") { try await world.effects == 21 }
                try await Task.sleep(for: .seconds(2))
            }
            for pool in [world.api, world.worker] { _ = try await pool.query("SELECT pg_stat_force_next_flush()::text AS flushed") }
            #expect(try await count() == before)
        }
    }

    @Test func `what ended long ago is deleted, open and recent jobs stay`() async throws {
        try await JobWorld.run { world in
            try await addHistory(2500, age: "interval '8 days'", world)
            try await addHistory(10, age: "interval '6 days'", world)
            let later = try await world.enqueue(Effect(label: 1), due: .after(.seconds(3600)))
            var settings = JobWorld.quick
            settings.purge = .milliseconds(100)
            var worker = world.makeWorker(settings: settings)
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([worker]) {
                try await world.until("history stayed") { try await world.jobs("state = 'done'") <= 10 }
            }
            #expect(try await world.jobs("state = 'done'") == 10)
            #expect(try await world.job(later).state == .waiting)
        }
    }
}
