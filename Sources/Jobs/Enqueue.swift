public import Foundation
public import PostgreSQL
import ServiceKit

extension Transaction {
    /// Makes a job that exists if and only if this transaction commits. There is no other way to make one.
    ///
    /// - Parameters:
    ///   - household: whose job it is; the API may name none but the household it acts in.
    ///   - key: at most one open job of this kind and household has it. Where one is open already it stands
    ///     for both: it runs after this commit, once more if it is running now.
    /// - Returns: the id of the job that will do the work.
    @discardableResult
    public func enqueue(_ job: some Job, household: UUID?, due: Due = .now, key: String? = nil) async throws -> UUID {
        guard let row = try await query(job.enqueueStatement(household: household, due: due, key: key)).first else {
            throw JobError.notEnqueued
        }
        return try row["id"]
    }
}

extension Job {
    /// The statement behind `Transaction.enqueue`, for a pipeline that makes its job in the same round trip
    /// as its rows. Its only column is `id`.
    public func enqueueStatement(household: UUID?, due: Due = .now, key: String? = nil) throws -> SQL {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let payload = String(decoding: try encoder.encode(self), as: UTF8.self)
        let (delay, moment): (Double, Date?) =
            switch due {
            case .now: (0, nil)
            case .after(let pause): (pause.seconds, nil)
            case .at(let date): (0, date)
            }
        return """
            SELECT enqueue_job(\(UUID.v7())::uuid, \(household)::uuid, \(Self.name)::text, \(Self.queue)::text,
                \(payload)::jsonb, \(Self.retry.attempts)::int,
                coalesce(\(moment)::timestamptz, now() + make_interval(secs => \(delay)::float8)),
                \(key)::text) AS id
            """
    }
}
