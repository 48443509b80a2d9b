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
                    pool: world.worker, schedules: [.every("every-second", .seconds(1)) { _ in Effect(label: 1) }],
                    poll: .milliseconds(50))
            }
            try await world.running(timetables) { try await Task.sleep(for: .seconds(3.5)) }
            let jobs = try await world.jobs("true")
            #expect((3...5).contains(jobs))
            let ticks: Int = try #require(try await world.owner.query("SELECT count(*) AS ticks FROM schedule_period").first)["ticks"]
            #expect(ticks == jobs)
        }
    }

    @Test func `each household has its day by the clock on its own wall, once`() async throws {
        try await JobWorld.run { world in
            // Founded long ago; the time is one minute ago in the first zone, so elsewhere it is earlier or later.
            let zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "Nowhere/Unknown"]
            for zone in zones { try await found(zone: zone, in: world) }
            let clock = try #require(try await world.owner.query("""
                SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::int AS hour, extract(minute FROM now() AT TIME ZONE 'UTC')::int AS minute
                """).first)
            let (hour, minute): (Int, Int) = (try clock["hour"], try clock["minute"])
            let timetables = (0..<3).map { _ in
                Timetable(
                    pool: world.worker,
                    schedules: [.daily("daily", at: hour, minute) { _, day in Effect(label: Int(day.suffix(2)) ?? 0) }], poll: .milliseconds(50))
            }
            try await world.running(timetables) {
                try await world.until("not every household has its day") { try await world.jobs("true") >= zones.count }
                try await Task.sleep(for: .seconds(1))
            }
            #expect(try await world.jobs("true") == zones.count)
            let wrong = try await world.owner.query("""
                SELECT h.zone, p.period FROM schedule_period p JOIN household h ON h.id = p.household_id
                WHERE p.period <> (wall_time(now(), h.zone) - make_interval(hours => \(hour)::int, mins => \(minute)::int))::date::text
                """)
            #expect(wrong.isEmpty)
            #expect(try await world.jobs("payload ->> 'label' = '0'") == 0)
        }
    }

    @Test func `a weekly time that was missed is made up for once, and a young household waits for its first`() async throws {
        try await JobWorld.run { world in
            try await found(zone: "UTC", in: world)
            try await found(zone: "UTC", since: "now()", in: world)
            let weekday: Int = try #require(try await world.owner.query("""
                SELECT extract(isodow FROM now() AT TIME ZONE 'UTC' - interval '2 days')::int AS weekday
                """).first)["weekday"]
            let timetable = Timetable(
                pool: world.worker, schedules: [.weekly("weekly", on: weekday, at: 0) { _, _ in Effect(label: 1) }], poll: .milliseconds(50))
            try await world.running([timetable]) {
                try await world.until("it was not made up for") { try await world.jobs("true") == 1 }
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(try await world.jobs("true") == 1)
        }
    }

    @Test func `a night of 23 or 25 hours has its hour once`() async throws {
        // The night in which Berlin's clocks skip 02:00 to 03:00, and the one in which they repeat it.
        let nights = [
            ("2026-03-29 00:59Z", "2026-03-28"), ("2026-03-29 01:00Z", "2026-03-29"), ("2026-03-29 04:00Z", "2026-03-29"),
            ("2026-10-25 00:29Z", "2026-10-24"), ("2026-10-25 00:30Z", "2026-10-25"), ("2026-10-25 01:30Z", "2026-10-25"),
        ]
        try await JobWorld.run { world in
            for (moment, day) in nights {
                let row = try await world.owner.query("""
                    SELECT (wall::date - (wall::time < '02:30')::int)::text AS day FROM wall_time(\(moment)::timestamptz, 'Europe/Berlin') AS wall
                    """).first
                #expect(try row?["day"] == day, "\(moment)")
            }
        }
    }

    private func found(zone: String, since: SQL = "now() - interval '400 days'", in world: JobWorld) async throws {
        _ = try await world.owner.query("""
            INSERT INTO household (id, name, currency, zone, created_at) VALUES (\(UUID.v7())::uuid, 'Family', 'EUR', \(zone)::text, \(since))
            """)
    }
}
