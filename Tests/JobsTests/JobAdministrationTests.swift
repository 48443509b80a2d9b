import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

@Suite struct JobAdministrationTests {
    @Test func `a dead job is found, shown, and runs again when asked`() async throws {
        try await JobWorld.run { world in
            let jobs = JobAdministration(pool: world.worker)
            let id = try await world.enqueue(Effect(label: 7))
            let other = try await world.enqueue(Effect(label: 8), due: .after(.seconds(3600)))
            #expect(try await jobs.bury(id, reason: "by hand"))
            #expect(try await !jobs.bury(id, reason: "twice"))
            #expect(try await jobs.list(state: .dead).map(\.id) == [id])
            #expect(try await jobs.list(queue: "probe", kind: "probe.effect").map(\.id) == [other, id])
            #expect(try await jobs.list(queue: "elsewhere").isEmpty)
            let statistics = try #require(try await JobAdministration(pool: world.api).statistics().first)
            #expect(statistics.queue == "probe" && statistics.dead == 1 && statistics.delayed == 1 && statistics.waiting == 0)

            var worker = world.makeWorker()
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([world.relay(), worker]) {
                #expect(try await jobs.retry(id))
                #expect(try await !jobs.retry(other))
                try await world.until("it did not run again") { try await world.job(id).state == .done }
            }
        }
    }

    @Test func `the command prints what a person asks for`() async throws {
        try await JobWorld.run { world in
            let jobs = JobAdministration(pool: world.worker)
            let id = try await world.enqueue(Effect(label: 7))
            let list = try await #require(JobsCommand(["list", "--state", "waiting"])).run(jobs)
            #expect(list.text.contains(id.uuidString.lowercased()) && list.text.contains("probe.effect") && list.text.contains("0/3"))
            let show = try await #require(JobsCommand(["show", id.uuidString])).run(jobs)
            #expect(show.text.contains(#"{"label": 7, "milliseconds": 0}"#))
            let bury = try await #require(JobsCommand(["bury", id.uuidString, "no", "longer", "wanted"])).run(jobs)
            #expect(bury.succeeded)
            #expect(try await world.job(id).reason == "no longer wanted")
            let stats = try await #require(JobsCommand(["stats"])).run(jobs)
            #expect(stats.text.split(separator: "\n").count == 2)
            let missing = try await #require(JobsCommand(["retry", UUID().uuidString])).run(jobs)
            #expect(!missing.succeeded)
        }
    }

    @Test(arguments: [[], ["list", "--state"], ["list", "--state", "asleep"], ["list", "--limit", "0"], ["show"], ["show", "7"], ["bury", UUID().uuidString], ["stats", "now"]])
    func `words that make no command are refused`(words: [String]) {
        #expect(JobsCommand(words) == nil)
    }
}
