import Foundation
public import PostgreSQL
public import ServiceKit

/// Makes the jobs of schedules. Any number may run beside each other: whoever holds the lock does the work, and
/// a row for each time makes it happen once even where two believe that they do.
public struct Timetable: Service {
    private static let lock = 8422
    /// Households of one transaction.
    private static let batch = 200

    private let pool: Pool
    private let schedules: [Schedule]
    private let poll: Duration

    public init(pool: Pool, schedules: [Schedule], poll: Duration = .seconds(5)) {
        self.pool = pool
        self.schedules = schedules
        self.poll = poll
    }

    public func run() async throws {
        var backoff = Backoff()
        while !Task.isCancelled {
            do {
                for schedule in schedules { try await follow(schedule) }
                backoff.reset()
                try? await Task.sleep(for: poll * Double.random(in: 0.8...1.2))
            } catch {
                guard !Task.isCancelled else { return }
                Logger.current.log(.warning, "the timetable could not be followed", details(of: error))
                await backoff.pause()
            }
        }
    }

    private func follow(_ schedule: Schedule) async throws {
        switch schedule.cadence {
        case .interval(let interval, let job): try await tick(schedule.name, every: interval, job: job)
        case .wall(let hour, let minute, let weekday, let job):
            while try await strike(schedule.name, at: "\(hour):\(minute)", weekday: weekday, job: job) {}
        }
    }

    private func tick(_ name: String, every interval: Duration, job: @escaping @Sendable (Date) -> any Job) async throws {
        try await locked { transaction in
            let rows = try await transaction.query("""
                SELECT tick, to_char(tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS period
                FROM date_bin(make_interval(secs => \(interval.seconds)::float8), now(), '2000-01-01 00:00Z') AS tick
                WHERE NOT EXISTS (
                    SELECT FROM schedule_period p WHERE p.schedule = \(name)::text AND p.household_id IS NULL
                        AND p.period >= to_char(tick AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
                """)
            guard let row = rows.first else { return }
            let id = try await transaction.enqueue(job(try row["tick"]), household: nil)
            try await Self.keep(name, household: nil, period: try row["period"], job: id, in: transaction)
        }
    }

    /// True where there may be more households.
    private func strike(
        _ name: String, at time: String, weekday: Int?, job: @escaping @Sendable (UUID, String) -> (any Job)?
    ) async throws -> Bool {
        try await locked { transaction in
            let due = try await transaction.query("""
                SELECT household_id, period::text AS period
                FROM households_due(\(name)::text, \(time)::time, \(weekday)::int, \(Self.batch)::int)
                """)
            var made = false
            for row in due {
                let (household, period): (UUID, String) = (try row["household_id"], try row["period"])
                guard let job = job(household, period) else { continue }
                let id = try await transaction.enqueue(job, household: household)
                try await Self.keep(name, household: household, period: period, job: id, in: transaction)
                made = true
            }
            return due.count == Self.batch && made
        } ?? false
    }

    private static func keep(_ name: String, household: UUID?, period: String, job: UUID, in transaction: Transaction) async throws {
        _ = try await transaction.query("""
            INSERT INTO schedule_period (schedule, household_id, period, job_id)
            VALUES (\(name)::text, \(household)::uuid, \(period)::text, \(job)::uuid)
            """)
    }

    /// Nil where another process holds the lock: it does the work, and these are spared it.
    private func locked<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T? {
        try await pool.transaction { transaction in
            let held = try await transaction.query("SELECT pg_try_advisory_xact_lock(\(Self.lock)::bigint) AS held").first
            guard try held?["held"] as Bool? == true else { return nil }
            return try await body(transaction)
        }
    }
}
