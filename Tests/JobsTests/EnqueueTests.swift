import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import Testing

@Suite struct EnqueueTests {
    private struct Abandoned: Error {}

    @Test func `a job exists if and only if its transaction commits`() async throws {
        try await JobWorld.run { world in
            await #expect(throws: Abandoned.self) {
                try await world.worker.transaction { transaction in
                    try await transaction.enqueue(Effect(label: 1), household: nil)
                    throw Abandoned()
                }
            }
            #expect(try await world.jobs("true") == 0)
            let id = try await world.enqueue(Effect(label: 2))
            let job = try await world.job(id)
            #expect(job.state == .waiting)
            #expect(job.kind == "probe.effect")
            #expect(job.household == world.household)
            #expect(job.payload == #"{"label": 2, "milliseconds": 0}"#)
        }
    }

    @Test func `a job can ride in the pipeline of its cause`() async throws {
        try await JobWorld.run { world in
            let results = try await world.api.pipeline([
                "SELECT set_config('mantel.household', \(world.household.uuidString), true) AS set",
                Effect(label: 1).enqueueStatement(household: world.household),
            ])
            let id: UUID = try #require(results.last?.first)["id"]
            #expect(try await world.job(id).state == .waiting)
        }
    }

    @Test func `the API cannot make a job of another household`() async throws {
        try await JobWorld.run { world in
            let job = try Effect(label: 1).enqueueStatement(household: UUID())
            let error = await #expect(throws: PostgreSQLError.self) { try await world.api.query(job) }
            #expect(error?.sqlState == "42501")
            #expect(try await world.jobs("true") == 0)
        }
    }

    @Test(arguments: ["SELECT id FROM job", "UPDATE job SET state = 'dead'", "DELETE FROM job", "SELECT schedule FROM schedule_period"] as [SQL])
    func `the API can neither read nor change a job`(statement: SQL) async throws {
        try await JobWorld.run { world in
            try await world.enqueue(Effect(label: 1))
            let error = await #expect(throws: PostgreSQLError.self) { try await world.api.query(statement) }
            #expect(error?.sqlState == "42501")
        }
    }

    @Test func `one open job stands for all with its key`() async throws {
        try await JobWorld.run { world in
            let first = try await world.enqueue(Effect(label: 1), key: "budget")
            #expect(try await world.enqueue(Effect(label: 1), key: "budget") == first)
            #expect(try await world.enqueue(Effect(label: 1), key: "other") != first)
            // The key of one household is free in another.
            let elsewhere = try await world.worker.transaction { try await $0.enqueue(Effect(label: 1), household: nil, key: "budget") }
            #expect(elsewhere != first)
            #expect(try await world.jobs("true") == 3)
        }
    }

    @Test func `a key asked for while its job runs makes it run once more`() async throws {
        try await JobWorld.run { world in
            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([world.relay(), worker]) {
                let first = try await world.enqueue(Effect(label: 1, milliseconds: 600), key: "k")
                try await world.until("the job never ran") { try await world.jobs("state = 'running'") == 1 }
                for _ in 0..<3 { #expect(try await world.enqueue(Effect(label: 1, milliseconds: 600), key: "k") == first) }
                try await world.until("it did not run again") { try await world.effects == 2 }
                try await world.until("it did not end") { try await world.job(first).state == .done }
                try await Task.sleep(for: .milliseconds(800))
                #expect(try await world.effects == 2)
            }
        }
    }

    @Test func `a payload over its limit is refused`() async throws {
        struct Large: Job {
            static let name = "probe.large"
            static let queue = "probe"
            var text: String
        }
        try await JobWorld.run { world in
            let large = Large(text: String(repeating: "x", count: 20_000))
            let error = await #expect(throws: PostgreSQLError.self) { try await world.enqueue(large) }
            #expect(error?.constraint == "job_payload_check")
        }
    }
}
