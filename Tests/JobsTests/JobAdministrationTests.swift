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
            let list = try await JobsCommand(["list", "--state", "waiting"]).run(jobs)
            #expect(list.text.contains(id.uuidString.lowercased()) && list.text.contains("probe.effect") && list.text.contains("0/3"))
            let show = try await JobsCommand(["show", id.uuidString]).run(jobs)
            #expect(show.text.contains(#"{"label": 7, "milliseconds": 0}"#))
            let bury = try await JobsCommand(["bury", id.uuidString, "no", "longer", "wanted"]).run(jobs)
            #expect(bury.succeeded)
            #expect(try await world.job(id).reason == "no longer wanted")
            _ = try await jobs.bury(try await world.enqueue(Effect(label: 8)), reason: "red \u{1B}[31m\nand \u{9B}2J")
            for words in [["list"], ["list", "--state", "dead"]] {
                let text = try await JobsCommand(words).run(jobs).text
                #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" }, "a terminal obeys this")
            }
            #expect(try await JobsCommand(["list", "--state", "dead"]).run(jobs).text.contains("red \u{FFFD}[31m and"))
            let stats = try await JobsCommand(["stats"]).run(jobs)
            #expect(stats.text.split(separator: "\n").count == 2)
            let missing = try await JobsCommand(["retry", UUID().uuidString]).run(jobs)
            #expect(!missing.succeeded)
        }
    }

    @Test(arguments: [
        ([], "say what to do with jobs"), (["delete"], "there is no delete of jobs"), (["list", "--state"], "--state needs a value after it"),
        (["list", "--state", "asleep"], "asleep is no state of a job"), (["list", "--limit", "0"], "--limit must be a whole number above 0"),
        (["list", "--all", "yes"], "list knows no --all"), (["show"], "name the job by its id, as list prints it"),
        (["show", "7"], "7 is no id of a job: copy one from list"), (["bury", UUID().uuidString], "say after the id why the job is buried"),
        (["stats", "now"], "stats takes nothing after it"),
    ])
    func `words that make no command are refused with the remedy`(words: [String], remedy: String) {
        #expect(throws: JobsCommand.Misuse(description: remedy)) { try JobsCommand(words) }
    }

    @Test func `a job that cannot be retried or buried says in what state it is`() async throws {
        try await JobWorld.run { world in
            let jobs = JobAdministration(pool: world.worker)
            let id = try await world.enqueue(Effect(label: 7))
            #expect(try await JobsCommand(["retry", id.uuidString]).run(jobs).text == "it is waiting: only a dead job is tried again")
            #expect(try await JobsCommand(["bury", id.uuidString, "gone"]).run(jobs).succeeded)
            #expect(try await JobsCommand(["bury", id.uuidString, "gone"]).run(jobs).text == "it is dead: only an open job is buried")
            #expect(try await JobsCommand(["retry", id.uuidString]).run(jobs).succeeded)
            #expect(try await JobsCommand(["bury", UUID().uuidString, "gone"]).run(jobs).text == "no such job")
        }
    }
}
