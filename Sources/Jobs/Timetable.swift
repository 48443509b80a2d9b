public import Foundation
public import PostgreSQL
public import ServiceKit

/// Work that comes round: one job a tick.
public struct Schedule: Sendable {
    public var name: String
    /// Ticks are whole multiples of it since 2000-01-01 00:00 UTC, so they are the same for every process.
    public var every: Duration
    public var job: @Sendable (_ tick: Date) -> any Job

    public init(_ name: String, every: Duration, job: @escaping @Sendable (_ tick: Date) -> any Job) {
        self.name = name
        self.every = every
        self.job = job
    }
}

/// Makes the jobs of schedules, once a tick however many processes run it.
///
/// Catch-up rule: after a pause the latest tick is made up for, the ones before it are not. A new schedule
/// begins with the tick that is current.
public struct Timetable: Service {
    private static let lock = 8422
    private static let keepTicks = Duration.seconds(90 * 86400)

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
                for schedule in schedules { try await tick(schedule) }
                backoff.reset()
                try? await Task.sleep(for: poll * Double.random(in: 0.8...1.2))
            } catch {
                guard !Task.isCancelled else { return }
                Logger.current.log(.warning, "the timetable could not be followed", details(of: error))
                await backoff.pause()
            }
        }
    }

    private func tick(_ schedule: Schedule) async throws {
        try await pool.transaction { transaction in
            // The lock spares the others the work; what makes a tick happen once is the key of its row.
            let rows = try await transaction.query("""
                SELECT date_bin(make_interval(secs => \(schedule.every.seconds)::float8), now(), '2000-01-01 00:00Z') AS tick
                WHERE pg_try_advisory_xact_lock(\(Self.lock)::bigint)
                """)
            guard let tick = try rows.first?["tick"] as Date? else { return }
            let known = try await transaction.query(
                "SELECT 1 AS known FROM schedule_tick WHERE schedule = \(schedule.name)::text AND tick >= \(tick)::timestamptz")
            guard known.isEmpty else { return }
            let job = try await transaction.enqueue(schedule.job(tick), household: nil)
            _ = try await transaction.query(
                "INSERT INTO schedule_tick (schedule, tick, job_id) VALUES (\(schedule.name)::text, \(tick)::timestamptz, \(job)::uuid)")
            _ = try await transaction.query("""
                DELETE FROM schedule_tick WHERE schedule = \(schedule.name)::text
                    AND tick < now() - make_interval(secs => \(Self.keepTicks.seconds)::float8)
                """)
        }
    }
}
