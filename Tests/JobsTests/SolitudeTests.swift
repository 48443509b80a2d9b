import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

/// Jobs that were there too often when a process ended, and run alone until it is known whose doing it was.
@Suite(.serialized) struct SolitudeTests {
    /// Lets a process take `bystander` and a culprit in one claim, and end of the culprit.
    private func crash(beside bystander: UUID, in world: JobWorld, lease: Double = 2) async throws {
        let later = Date(timeIntervalSinceNow: 3600)
        let culprit = try await world.enqueue(Effect(label: 0), due: .at(later))
        let both = [bystander, culprit]
        // A token that is still there is what tells of the run that ended without a word.
        _ = try await world.owner.query("UPDATE job SET state = 'waiting', due_at = now() WHERE id = ANY (\(both)::uuid[])")
        try await world.until("they were not handed out") { try await world.jobs("state = 'published'") == 2 }
        let probe = try world.startProbe(lease: lease, crashingOn: culprit)
        defer { kill(probe.processIdentifier, SIGKILL) }
        try await world.until("the process went on") { !probe.isRunning }
        #expect(try await world.jobs("id = \(bystander)::uuid AND state = 'running'") == 1, "it was not there")
        _ = try await world.owner.query("DELETE FROM job WHERE id = \(culprit)::uuid")
    }

    @Test func `a job that was beside five others that ended the process is done in the end, and no attempt is lost`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay()]) {
                let bystander = try await world.enqueue(Effect(label: 1, milliseconds: 3000), due: .at(Date(timeIntervalSinceNow: 3600)))
                for _ in 0..<5 { try await crash(beside: bystander, in: world) }
                let healthy = try world.startProbe()
                defer { kill(healthy.processIdentifier, SIGKILL) }
                try await world.until("it did not end") { try await [.done, .dead].contains(world.job(bystander).state) }
                let job = try await world.job(bystander)
                #expect(job.state == .done)
                // Of five runs beside a culprit two had begun: those of a suspect that was not yet alone had not.
                #expect(job.attempt == 3)
                #expect(try await world.effects == 1)
            }
        }
    }

    @Test func `a suspect runs when nothing else does in its process, and what waits for it goes on after it`() async throws {
        try await JobWorld.run { world in
            let suspects = [try await world.enqueue(Effect(label: 1, milliseconds: 400)), try await world.enqueue(Effect(label: 2, milliseconds: 400))]
            _ = try await world.owner.query("UPDATE job SET crashes = 2 WHERE id = ANY (\(suspects)::uuid[])")
            for label in 3...22 { try await world.enqueue(Effect(label: label, milliseconds: 100)) }
            var worker = world.makeWorker(lanes: 4)
            worker.handle(Effect.self) { job, context in try await job.run(context) }
            try await world.running([world.relay(), worker]) {
                try await world.until("not all of them ended") { try await world.jobs("state = 'done'") == 22 }
            }
            // Each ran at least so long before its end.
            let beside: Int = try await world.owner.query("""
                SELECT count(*) AS runs FROM job suspect JOIN job other ON other.id <> suspect.id
                WHERE suspect.id = ANY (\(suspects)::uuid[])
                    AND other.finished_at > suspect.finished_at - interval '400 milliseconds'
                    AND other.finished_at - interval '100 milliseconds' < suspect.finished_at
                """).first?["runs"] ?? -1
            #expect(beside == 0, "something ran on while a suspect ran")
            #expect(try await world.repeatedEffects == 0)
            #expect(try await world.effects == 22)
        }
    }
}
