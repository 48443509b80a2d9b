import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

@Suite struct TimetableTests {
    @Test func `three timetables make one job a tick`() async throws {
        try await JobWorld.run { world in
            let timetables = (0..<3).map { _ in
                Timetable(
                    pool: world.worker, schedules: [Schedule("every-second", every: .seconds(1)) { _ in Effect(label: 1) }],
                    poll: .milliseconds(50))
            }
            try await world.running(timetables) { try await Task.sleep(for: .seconds(3.5)) }
            let jobs = try await world.jobs("true")
            #expect((3...5).contains(jobs))
            let ticks: Int = try #require(try await world.owner.query("SELECT count(*) AS ticks FROM schedule_tick").first)["ticks"]
            #expect(ticks == jobs)
        }
    }
}
