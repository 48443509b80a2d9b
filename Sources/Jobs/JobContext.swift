public import Foundation
public import PostgreSQL
import Synchronization

/// The run of one job, as its handler sees it.
public struct JobContext: Sendable {
    public let id: UUID
    public let household: UUID?
    /// 1 for the first run.
    public let attempt: Int
    public let attempts: Int
    /// How old the job was when this run began, by PostgreSQL's clock.
    public let age: Duration

    let token: UUID
    private let pool: Pool
    private let leases: Leases
    private let progress = Progress()

    /// No further attempt follows this one.
    public var isLastAttempt: Bool { attempt >= attempts }

    /// True once `finish` has committed.
    var isFinished: Bool { progress.finished.withLock(\.self) }

    init(_ claim: Claim, pool: Pool, leases: Leases) {
        id = claim.job
        household = claim.household
        attempt = claim.attempt
        attempts = claim.attempts
        age = claim.age
        token = claim.token
        self.pool = pool
        self.leases = leases
    }

    /// Ends the job together with its effect: both commit or neither. Where somebody else has taken the job
    /// meanwhile, nothing of `effect` stays and `JobError.leaseLost` is thrown.
    ///
    /// A handler whose effect is in the database calls it once, last; one without such an effect just returns.
    public func finish<T: Sendable>(_ effect: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
        if isFinished { throw JobError.finishedTwice }
        guard leases.beginSettling(token) else { throw JobError.leaseLost }
        do {
            let result = try await pool.transaction { [id, token] transaction in
                // The fence first: it locks the row, so that a late twin waits here and then finds no token.
                let held = try await transaction.query(Outcome.store([Outcome(job: id, token: token, .done(reason: nil))]))
                if held.isEmpty { throw JobError.leaseLost }
                let result = try await effect(transaction)
                CrashPoint.reach(.beforeCommit)
                return result
            }
            progress.finished.withLock { $0 = true }
            return result
        } catch {
            leases.endSettling(token)
            throw error
        }
    }

    /// Commits something that must be known before the job ends (a stage, "sending"), unless somebody else has
    /// taken the job. Keep it short: the job's row is locked meanwhile.
    public func record<T: Sendable>(_ body: @escaping @Sendable (Transaction) async throws -> T) async throws -> T {
        try await pool.transaction { [id, token] transaction in
            let held = try await transaction.query("SELECT id FROM job WHERE id = \(id)::uuid AND token = \(token)::uuid FOR UPDATE")
            if held.isEmpty { throw JobError.leaseLost }
            return try await body(transaction)
        }
    }

    private final class Progress: Sendable {
        let finished = Mutex(false)
    }
}
