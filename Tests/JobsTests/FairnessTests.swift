import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Synchronization
import Testing

/// Whoever asks for a lot delays themselves first.
@Suite(.serialized) struct FairnessTests {
    @Test func `one household's flood delays a neighbour by a few jobs, not by all`() async throws {
        try await JobWorld.run { world in
            try await world.flood(300, household: UUID.v7())
            var worker = world.makeWorker(lanes: 1)
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([world.relay(), worker]) {
                try await world.until("the flood did not start") { try await world.effects > 0 }
                let neighbour = try await world.enqueue(Effect(label: -1))
                try await world.until("the neighbour was forgotten") { try await world.job(neighbour).state == .done }
                let left = try await world.jobs("state <> 'done'")
                print("\(left) of 300 jobs of the flood were left when the neighbour's was done")
                #expect(left > 150)
                try await world.until("the flood was not worked off", within: .seconds(60)) { try await world.jobs("state = 'done'") == 301 }
            }
            #expect(try await world.repeatedEffects == 0)
        }
    }

    @Test func `a backlog waits in PostgreSQL, Redis holds each household's share`() async throws {
        try await JobWorld.run { world in
            for _ in 0..<3 { try await world.flood(100, household: UUID.v7()) }
            try await world.running([world.relay()]) {
                try await world.until("the relay did nothing") { try await world.entries >= 24 }
                try await Task.sleep(for: .seconds(1))
                #expect(try await world.entries == 24)
            }
        }
    }

    @Test func `a shared lane goes to the most urgent queue that has more to do`() async throws {
        try await JobWorld.run { world in
            let gate = Gate()
            var worker = Worker(
                [.init("urgent", lanes: 1), .init("probe", lanes: 1)], sharedLanes: 1, kinds: [], pool: world.worker, conninfo: world.conninfo,
                streams: world.streams, settings: JobWorld.quick)
            worker.handle(Effect.self) { job, context in
                if job.label == Gate.label { try await gate.opened() }
                return try await job.run(context)
            }
            worker.handle(Urgent.self) { job, context in
                if job.label == Gate.label { try await gate.opened() }
                return try await Effect(label: job.label, milliseconds: 200).run(context)
            }
            try await world.running([worker]) {
                // The lane of its own of each queue is held, so that the shared one is all there is.
                try await world.running([world.relay()]) {
                    try await world.enqueue(Effect(label: Gate.label))
                    try await world.enqueue(Urgent(label: Gate.label))
                    try await world.until("the lanes were not taken") { try await world.jobs("state = 'running'") == 2 }
                }
                for label in 0..<8 { try await world.enqueue(Effect(label: label, milliseconds: 200)) }
                for label in 100..<108 { try await world.enqueue(Urgent(label: label)) }
                try await world.running([world.relay(share: 40)]) {
                    try await world.until("not all were done") { try await world.jobs("state = 'done'") == 16 }
                }
                gate.open()
                try await world.until("the lanes were not given back") { try await world.jobs("state = 'done'") == 18 }
            }
            // One may have begun before the first urgent job was there, one while the urgent queue was being read.
            // A lane that took turns would have run seven.
            let rows = try await world.owner.query("""
                SELECT count(*) AS early FROM job WHERE queue = 'probe'
                    AND finished_at < (SELECT max(finished_at) FROM (
                        SELECT finished_at FROM job WHERE queue = 'urgent' ORDER BY finished_at LIMIT 8) AS shared)
                """)
            let early: Int = try #require(rows.first)["early"]
            #expect(early <= 2)
            #expect(try await world.repeatedEffects == 0)
        }
    }

    @Test func `a queue alone uses its own lane and every shared one`() async throws {
        try await JobWorld.run { world in
            var worker = Worker(
                [.init("urgent", lanes: 1), .init("probe", lanes: 1)], sharedLanes: 3, kinds: [], pool: world.worker, conninfo: world.conninfo,
                streams: world.streams, settings: JobWorld.quick)
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            worker.handle(Urgent.self) { _, _ in }
            for label in 0..<4 { try await world.enqueue(Effect(label: label, milliseconds: 2000)) }
            try await world.running([world.relay(), worker]) {
                try await world.until("four did not run side by side") { try await world.jobs("state = 'running'") == 4 }
            }
        }
    }
}

/// Holds jobs until the test lets them go.
private final class Gate: Sendable {
    static let label = -1
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }
    func opened() async throws {
        while !isOpen.withLock(\.self) { try await Task.sleep(for: .milliseconds(20)) }
    }
}

extension JobWorld {
    /// Many jobs of one household, as its own flood.
    fileprivate func flood(_ count: Int, household: UUID) async throws {
        _ = try await worker.transaction { transaction in
            try await transaction.pipeline(
                try (0..<count).map { try Effect(label: $0, milliseconds: 10).enqueueStatement(household: household) })
        }
    }
}
