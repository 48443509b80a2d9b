import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import Redis
import ServiceKit
import Synchronization
import Testing

@Suite struct WorkerTests {
    private struct Hiccup: Error {}

    private func effectWorker(_ world: JobWorld, settings: Worker.Settings = JobWorld.quick) -> Worker {
        var worker = world.makeWorker(settings: settings)
        worker.handle(Effect.self) { job, context in try await job.run(context) }
        return worker
    }

    @Test func `jobs run once each, and leave nothing in Redis`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay(), effectWorker(world)]) {
                for label in 0..<50 { try await world.enqueue(Effect(label: label)) }
                try await world.until("not all jobs were done") { try await world.jobs("state = 'done'") == 50 }
                #expect(try await world.effects == 50)
                #expect(try await world.repeatedEffects == 0)
                try await world.until("entries stayed in the stream") { try await world.entries == 0 }
            }
        }
    }

    @Test func `an id that comes twice runs once`() async throws {
        try await JobWorld.run { world in
            let id = try await world.enqueue(Effect(label: 1, milliseconds: 200))
            let redis = RedisConnection(world.redis)
            for _ in 0..<5 { try await redis.send(["XADD", "\(world.prefix):{probe}", "*", "id", id.uuidString]) }
            try await redis.send(["XADD", "\(world.prefix):{probe}", "*", "id", "nonsense"])
            try await redis.send(["XADD", "\(world.prefix):{probe}", "*", "id", UUID().uuidString])
            try await world.running([world.relay(), effectWorker(world), effectWorker(world)]) {
                try await world.until("the job was not done") { try await world.job(id).state == .done }
                try await world.until("entries stayed in the stream") { try await world.entries == 0 }
                #expect(try await world.effects == 1)
            }
        }
    }

    @Test func `a failure is tried again after its pause, and ends as dead with its reason`() async throws {
        try await JobWorld.run { world in
            let moments = Mutex<[ContinuousClock.Instant]>([])
            var worker = world.makeWorker()
            worker.handle(Effect.self) { _, _ in
                moments.withLock { $0.append(.now) }
                throw Hiccup()
            }
            try await world.running([world.relay(), worker]) {
                let id = try await world.enqueue(Effect(label: 1))
                try await world.until("it did not die") { try await world.job(id).state == .dead }
                let job = try await world.job(id)
                #expect(job.attempt == 3)
                #expect(job.reason == "Hiccup()")
                let runs = moments.withLock(\.self)
                #expect(runs.count == 3)
                // 100 ms and 200 ms, each spread by half.
                #expect(runs[1] - runs[0] >= .milliseconds(50))
                #expect(runs[2] - runs[1] >= .milliseconds(100))
            }
        }
    }

    @Test func `what a failed run wrote in its finishing transaction is gone`() async throws {
        try await JobWorld.run { world in
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in
                try await context.finish { transaction in
                    _ = try await transaction.query(
                        "INSERT INTO effect VALUES (\(context.id)::uuid, \(job.label)::int, \(context.attempt)::int, 0)")
                    if !context.isLastAttempt { throw Hiccup() }
                }
            }
            try await world.running([world.relay(), worker]) {
                let id = try await world.enqueue(Effect(label: 1))
                try await world.until("it was not done") { try await world.job(id).state == .done }
                #expect(try await world.effects == 1)
                #expect(try await world.job(id).attempt == 3)
            }
        }
    }

    @Test func `a handler may put off, discard or bury`() async throws {
        try await JobWorld.run { world in
            let runs = Mutex(0)
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, _ in
                switch job.label {
                case 1:
                    if runs.withLock({ $0 += 1; return $0 }) < 6 { throw JobDecision.snooze(.milliseconds(20)) }
                case 2: throw JobDecision.discard(reason: "the scan is gone")
                default: throw JobDecision.bury(reason: "no such mailbox\0")
                }
            }
            try await world.running([world.relay(), worker]) {
                let snoozed = try await world.enqueue(Effect(label: 1))
                let discarded = try await world.enqueue(Effect(label: 2))
                let buried = try await world.enqueue(Effect(label: 3))
                try await world.until("not all ended") { try await world.jobs("state IN ('done', 'dead')") == 3 }
                // Five times put off, and still the first attempt.
                #expect(try await world.job(snoozed).attempt == 1)
                #expect(runs.withLock(\.self) == 6)
                #expect(try await world.job(discarded).state == .done)
                #expect(try await world.job(discarded).reason == "the scan is gone")
                #expect(try await world.job(buried).state == .dead)
                #expect(try await world.job(buried).reason == "no such mailbox")
            }
        }
    }

    @Test func `a job is never early, and little late`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay(), effectWorker(world)]) {
                let id = try await world.enqueue(Effect(label: 1), due: .after(.seconds(1)))
                try await world.until("it was not done") { try await world.job(id).state == .done }
                let job = try await world.job(id)
                let late = try #require(job.finished).timeIntervalSince(job.due)
                #expect(late >= 0)
                #expect(late < 2)
            }
        }
    }

    @Test func `an unknown kind is kept, and runs once somebody knows it`() async throws {
        try await JobWorld.run { world in
            struct Newer: Job {
                static let name = "probe.newer"
                static let queue = "probe"
            }
            let id = try await world.enqueue(Newer())
            try await world.running([world.relay(), effectWorker(world)]) {
                try await world.until("it was not put off") { try await world.job(id).due > .now }
                try await world.until("its entry stayed") { try await world.entries == 0 }
                #expect(try await world.job(id).attempt == 0)
            }
            var newer = world.makeWorker()
            newer.handle(Newer.self) { _, _ in }
            try await world.running([world.relay(), newer]) {
                try await world.until("it was lost") { try await world.job(id).state == .done }
            }
        }
    }

    @Test func `a worker without a handler for a kind of its queue does not start`() async throws {
        try await JobWorld.run { world in
            let worker = world.makeWorker(kinds: probeKinds)
            let error = await #expect(throws: JobError.self) { try await worker.run() }
            #expect(error == .unhandled(["probe.busy", "probe.deaf", "probe.effect", "probe.poison"]))
            var twice = effectWorker(world)
            twice.handle(Effect.self) { _, _ in }
            let second = twice
            let misplaced = await #expect(throws: JobError.self) { try await second.run() }
            #expect(misplaced == .misplacedHandler("probe.effect"))
        }
    }

    @Test func `a run past its deadline is cancelled and counted`() async throws {
        struct Slow: Job {
            static let name = "probe.slow"
            static let queue = "probe"
            static let retry = RetryPolicy.never
            static let timeout = Duration.milliseconds(300)
        }
        try await JobWorld.run { world in
            var worker = world.makeWorker()
            worker.handle(Slow.self) { _, _ in try await Task.sleep(for: .seconds(30)) }
            try await world.running([world.relay(), worker]) {
                let id = try await world.enqueue(Slow())
                try await world.until("it was not ended") { try await world.job(id).state == .dead }
                #expect(try await world.job(id).reason == "ran longer than 0.3 seconds")
            }
        }
    }

    @Test func `a late owner cannot finish what another has taken`() async throws {
        try await JobWorld.run { world in
            let late = Mutex<(any Error)?>(nil)
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in
                if context.attempt == 1 {
                    // As if this process had been stopped for longer than its lease.
                    try await world.owner.execute("UPDATE job SET token = gen_random_uuid(), lease_until = now() - interval '1 s' WHERE id = \(context.id)::uuid")
                    try? await world.until("nobody took it over") { try await world.effects == 1 }
                }
                do { try await job.run(context) } catch {
                    late.withLock { $0 = error }
                    throw error
                }
            }
            try await world.running([world.relay(), worker]) {
                let id = try await world.enqueue(Effect(label: 1))
                try await world.until("it was not done") { try await world.job(id).state == .done }
                try await world.until("the late owner was not refused") { late.withLock { $0 as? JobError } == .leaseLost }
                #expect(try await world.effects == 1)
                #expect(try await world.job(id).attempt == 2)
                #expect(try await world.job(id).state == .done)
            }
        }
    }

    @Test func `a stop lets running jobs end, and hands the rest back uncounted`() async throws {
        try await JobWorld.run { world in
            var settings = JobWorld.quick
            settings.grace = .milliseconds(800)
            try await world.running([world.relay()]) {
                let short = try await world.enqueue(Effect(label: 1, milliseconds: 500))
                let long = try await world.enqueue(Effect(label: 2, milliseconds: 15_000))
                try await world.running([effectWorker(world, settings: settings)]) {
                    try await world.until("the jobs did not start") { try await world.jobs("state = 'running'") == 2 }
                }
                #expect(try await world.job(short).state == .done)
                let back = try await world.job(long)
                #expect(back.attempt == 0)
                #expect(back.state == .waiting || back.state == .published)
                #expect(back.reason == nil)
                let groups = try await RedisConnection(world.redis).send(["XINFO", "GROUPS", "\(world.prefix):{probe}"])
                // Neither a consumer nor a pending entry stays behind.
                let fields = groups.elements.first?.elements ?? []
                #expect(fields.count > 5 && fields[3].integer == 0 && fields[5].integer == 0)
            }
        }
    }
}
