public import Foundation
public import Household
public import Jobs
public import PostgreSQL
import ServiceKit

/// Reminds a household of its occasions that come near; made once each civil date of its zone.
public struct RemindOfOccasions: Job {
    public static let name = "occasion.remind"
    public static let queue = "reminder"
    public static let timeout = Duration.seconds(60)

    public var household: HouseholdProfile.ID
    public var day: Day

    /// - Parameter day: ISO 8601; nil where it is no date.
    public init?(household: UUID, day: String) {
        guard let day = Day(day) else { return nil }
        self.household = .init(household)
        self.day = day
    }
}

/// Removes what has no use any more: sessions that are over, counters of past failures.
public struct Sweep: Job {
    public static let name = "server.sweep"
    public static let queue = "reminder"
    public static let timeout = Duration.seconds(300)

    public init() {}
}

extension Store {
    /// How many days before an occasion its members are reminded of it.
    public static let daysAhead = [14, 7, 1]

    static let sweepBatch = 1000

    public func members(toRemind job: RemindOfOccasions) async throws -> [Member.ID] {
        try await pool.query("SELECT member FROM members_of(\(job.household)) AS member").map { try $0["member"] }
    }

    /// Writes the reminders that `job` means for `member`, each with its mail: one for each day that an occasion
    /// has had and each of `daysAhead`, however often the job runs.
    public func remind(_ member: Member.ID, by job: RemindOfOccasions, in transaction: Transaction) async throws {
        guard try await !transaction.query(Caller.member(member).prelude).isEmpty else { return }
        let telling = try await Telling.of(.reminder, in: transaction)
        if telling.way == .none { return }
        let near = try await transaction.query("""
            SELECT id, day - \(job.day) AS ahead, day - '2000-01-01'::date AS arming FROM occasion
            WHERE household_id = viewer_household() AND deleted_at IS NULL AND day - \(job.day) = ANY (\(Self.daysAhead)::int[])
            ORDER BY day, id
            """)
        for row in near {
            let (notice, occasion): (Notice.ID, Occasion.ID) = (Notice.ID(.v7()), try row["id"])
            let written = try await transaction.query("""
                INSERT INTO notice (id, household_id, member_id, kind, occasion_id, threshold, arming)
                VALUES (\(notice), viewer_household(), viewer(), 'reminder', \(occasion), \(try row["ahead"] as Int)::int, \(try row["arming"] as Int)::bigint)
                ON CONFLICT DO NOTHING RETURNING id
                """)
            if written.isEmpty { continue }
            try await mail(notice, to: member, in: job.household, telling, transaction)
        }
    }

    /// Sweeps until a batch takes nothing.
    public func sweep() async throws {
        while try await (pool.query("SELECT sweep(\(Self.sweepBatch)::int) AS swept").first?["swept"] ?? 0) > 0 {}
    }
}
