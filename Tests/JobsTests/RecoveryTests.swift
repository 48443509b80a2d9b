import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import Redis
import ServiceKit
import Synchronization
import Testing

@Suite(.serialized) struct RecoveryTests {
    private func effectWorker(_ world: JobWorld) -> Worker {
        var worker = world.makeWorker()
        worker.handle(Effect.self) { job, context in try await job.run(context) }
        return worker
    }

    private func enqueueMany(_ count: Int, _ world: JobWorld) async throws {
        for batch in stride(from: 0, to: count, by: 50) {
            _ = try await world.worker.transaction { transaction in
                try await transaction.pipeline(
                    try (batch..<min(batch + 50, count)).map { try Effect(label: $0).enqueueStatement(household: nil) })
            }
        }
    }

    @Test func `two relays and three workers do two thousand jobs once each`() async throws {
        try await JobWorld.run { world in
            let start = ContinuousClock.now
            try await world.running([world.relay(), world.relay(), effectWorker(world), effectWorker(world), effectWorker(world)]) {
                try await enqueueMany(2000, world)
                try await world.until("not all jobs were done", within: .seconds(60)) { try await world.jobs("state = 'done'") == 2000 }
                print("2,000 jobs in \(ContinuousClock.now - start)")
                #expect(try await world.effects == 2000)
                #expect(try await world.repeatedEffects == 0)
                try await world.until("entries stayed in the stream") { try await world.entries == 0 }
            }
        }
    }

    @Test func `an emptied Redis under load costs no job`() async throws {
        let server = try await TemporaryRedis()
        try await JobWorld.run(redis: server.address) { world in
            let redis = RedisConnection(server.address)
            try await world.running([world.relay(), effectWorker(world), effectWorker(world)]) {
                for round in 0..<4 {
                    try await enqueueMany(150, world)
                    try await Task.sleep(for: .milliseconds(60))
                    try await redis.send(round.isMultiple(of: 2) ? ["FLUSHALL"] : ["DEL", "\(world.prefix):{probe}"])
                }
                try await world.until("not all jobs were done") { try await world.jobs("state = 'done'") == 600 }
                #expect(try await world.effects == 600)
                #expect(try await world.repeatedEffects == 0)
            }
        }
    }

    @Test func `entries that vanish one by one are published again`() async throws {
        try await JobWorld.run { world in
            let redis = RedisConnection(world.redis)
            try await world.running([world.relay(share: 20)]) {
                try await enqueueMany(20, world)
                try await world.until("they were not handed over") { try await world.entries == 20 }
                try await redis.send(["XTRIM", "\(world.prefix):{probe}", "MAXLEN", "5"])
                try await world.running([effectWorker(world)]) {
                    try await world.until("not all jobs were done") { try await world.jobs("state = 'done'") == 20 }
                }
            }
        }
    }

    @Test func `what a dead consumer had read is taken over, and only then its name removed`() async throws {
        try await JobWorld.run { world in
            let redis = RedisConnection(world.redis)
            let stream = "\(world.prefix):{probe}"
            try await world.running([world.relay(share: 20)]) {
                try await redis.send(["XGROUP", "CREATE", stream, "workers", "0", "MKSTREAM"])
                try await enqueueMany(10, world)
                try await world.until("they were not handed over") { try await world.entries == 10 }
                // Two that died: one after reading everything, one with empty hands.
                try await redis.send(["XREADGROUP", "GROUP", "workers", "died-reading", "COUNT", "10", "STREAMS", stream, ">"])
                try await redis.send(["XGROUP", "CREATECONSUMER", stream, "workers", "died-idle"])
                var settings = JobWorld.quick
                settings.lease = .milliseconds(500)
                settings.consumerIdle = .seconds(2)
                var worker = world.makeWorker(settings: settings)
                worker.handle(Effect.self) { job, context in try await job.run(context) }
                try await world.running([worker]) {
                    try await world.until("their jobs were lost") { try await world.jobs("state = 'done'") == 10 }
                    try await world.until("their names stayed") {
                        let consumers = try await redis.send(["XINFO", "CONSUMERS", stream, "workers"]).elements
                        return consumers.count == 1 && consumers.first?.elements[3] == .integer(0)
                    }
                }
                #expect(try await world.effects == 10)
            }
        }
    }

    @Test func `a backlog that is only slow is not published twice`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay(share: 20)]) {
                try await enqueueMany(20, world)
                try await world.until("they were not handed over") { try await world.entries == 20 }
                // Three times as long as what makes a published job suspicious, and nobody reads.
                try await Task.sleep(for: .seconds(6))
                #expect(try await world.entries == 20)
            }
        }
    }

    @Test func `while Redis is away jobs stay due, and run when it is back`() async throws {
        let server = try await TemporaryRedis()
        try await JobWorld.run(redis: server.address) { world in
            try await world.running([world.relay(), effectWorker(world)]) {
                try await enqueueMany(20, world)
                try await world.until("the first jobs were not done") { try await world.jobs("state = 'done'") == 20 }
                server.kill()
                try await enqueueMany(30, world)
                try await Task.sleep(for: .seconds(1))
                #expect(try await world.jobs("state = 'waiting'") == 30)
                try await server.start()
                try await world.until("the jobs did not run") { try await world.jobs("state = 'done'") == 50 }
                #expect(try await world.effects == 50)
            }
        }
    }

    @Test func `a job whose lease ran out unseen is not started again by the process that runs it`() async throws {
        try await JobWorld.run { world in
            let runs = Mutex(0), isOver = Mutex(false)
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in
                runs.withLock { $0 += 1 }
                while !isOver.withLock(\.self) { try await Task.sleep(for: .milliseconds(20)) }
                try await job.run(context)
            }
            try await world.running([world.relay(), worker]) {
                let id = try await world.enqueue(Effect(label: 1))
                try await world.until("it did not start") { runs.withLock(\.self) == 1 }
                // As after an outage: the lease is over, the relay hands the job over, the heartbeat has yet to come.
                for _ in 0..<20 {
                    _ = try await world.owner.query("UPDATE job SET lease_until = now() - interval '1 hour' WHERE id = \(id)::uuid")
                    _ = try await RedisConnection(world.redis).send(["XADD", "\(world.prefix):{probe}", "*", "id", id.uuidString.lowercased()])
                    try await Task.sleep(for: .milliseconds(50))
                }
                isOver.withLock { $0 = true }
                try await world.until("it did not end") { try await world.job(id).state == .done }
                #expect(try await world.job(id).attempt == 1)
            }
            #expect(runs.withLock(\.self) == 1)
            #expect(try await world.effects == 1)
        }
    }

    @Test func `losing every database connection under load costs no job and repeats none`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay(), effectWorker(world), effectWorker(world)]) {
                try await enqueueMany(400, world)
                for _ in 0..<5 {
                    _ = try await world.owner.query("""
                        SELECT pg_terminate_backend(pid)::text AS ended FROM pg_stat_activity
                        WHERE datname = current_database() AND usename IN ('mantel_api', 'mantel_worker')
                        """)
                    try await Task.sleep(for: .milliseconds(100))
                }
                try await world.until("not all jobs were done") { try await world.jobs("state = 'done'") == 400 }
                #expect(try await world.effects == 400)
                #expect(try await world.repeatedEffects == 0)
            }
        }
    }
}
