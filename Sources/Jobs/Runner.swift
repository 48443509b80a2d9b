import Foundation
import PostgreSQL
import ServiceKit

/// What a worker knows about one kind of job.
struct Handler: Sendable {
    var retry: RetryPolicy
    var timeout: Duration
    var run: @Sendable (_ payload: Data, JobContext) async throws -> Void
}

/// Runs claimed jobs, each in a task of its own that outlives the reader: a stop ends the reading first.
struct Runner: Sendable {
    let handlers: [String: Handler]
    let pool: Pool
    let leases: Leases
    let outcomes: Outcomes
    let seclusion = Seclusion()

    private let outagePause = Duration.seconds(2)

    func start(_ claim: Claim, entry: String, queue: String, ended giveBack: @escaping @Sendable () -> Void) {
        seclusion.began(suspect: claim.isSuspect)
        let ended = { @Sendable [seclusion] in
            // Not before: a run that has lost its lease may still end the process.
            seclusion.ended(suspect: claim.isSuspect)
            giveBack()
        }
        guard let handler = handlers[claim.kind] else { return ended() }
        leases.add(
            Lease(
                job: claim.job, token: claim.token, kind: claim.kind, queue: queue, entry: entry,
                isLastAttempt: claim.attempt >= claim.attempts, deadline: .now + handler.timeout))
        let logger = Logger.current.with(["job": "\(claim.job)", "kind": claim.kind, "attempt": "\(claim.attempt)"])
        let task = Task {
            defer { ended() }
            await Logger.$current.withValue(logger) {
                let mayRun = claim.isSuspect ? await isAlone(claim, handler) : true
                if mayRun {
                    CrashPoint.reach(.afterClaim)
                    CrashPoint.claimed(claim.job)
                }
                await run(claim, handler, mayRun: mayRun)
                CrashPoint.reach(.afterCommit)
                leases.remove(claim.token)
                await outcomes.remove([entry], from: queue)
            }
        }
        leases.started(claim.token) { task.cancel() }
    }

    /// Waits until the suspect has the process to itself, and notes it. False where it should come again later.
    private func isAlone(_ claim: Claim, _ handler: Handler) async -> Bool {
        guard await seclusion.untilAlone() else { return false }
        do {
            guard try await claim.beginAlone(timeout: handler.timeout, on: pool) else { return false }
        } catch {
            Logger.current.log(.warning, "a job that has to run alone is put off", details(of: error))
            return false
        }
        leases.extend(claim.token, to: .now + handler.timeout)
        return true
    }

    private func run(_ claim: Claim, _ handler: Handler, mayRun: Bool) async {
        let context = JobContext(claim, pool: pool, leases: leases)
        let start = ContinuousClock.now
        let ending = mayRun ? await ending(claim, handler, context) : .postpone(Claim.suspectPause)
        // Given up by a stop, or lost to another worker: the outcome is theirs to write.
        guard let ending, leases.beginSettling(claim.token) else { return }
        guard await outcomes.store(Outcome(job: claim.job, token: claim.token, ending)) else {
            return Logger.current.log(.warning, "another worker took the job, its outcome here is dropped")
        }
        let elapsed = "\(Int((ContinuousClock.now - start).seconds * 1000))"
        switch ending {
        case .done(let reason?): Logger.current.log(.notice, "job discarded", ["reason": reason, "ms": elapsed])
        case .done(nil): Logger.current.log(.debug, "job done", ["ms": elapsed])
        case .retry(let pause, let reason): Logger.current.log(.warning, "job failed, it will be tried again", ["reason": reason, "in": "\(pause)"])
        case .postpone(let pause): Logger.current.log(.debug, "job put off", ["for": "\(pause)"])
        case .dead(let reason): Logger.current.log(.error, "job is dead", ["reason": reason])
        }
    }

    /// How the run ended, or nil where that is written already or not ours to say.
    private func ending(_ claim: Claim, _ handler: Handler, _ context: JobContext) async -> Outcome.Ending? {
        do {
            try await handler.run(Data(claim.payload.utf8), context)
            return context.isFinished ? nil : .done(reason: nil)
        } catch _ where context.isFinished {
            return nil
        } catch JobDecision.discard(let reason) {
            return .done(reason: reason)
        } catch JobDecision.snooze(let pause) {
            return .postpone(pause)
        } catch JobDecision.bury(let reason) {
            return .dead(reason: reason)
        } catch JobError.leaseLost {
            Logger.current.log(.warning, "another worker took the job, its effect here was rolled back")
            return nil
        } catch where DatabaseOutage.caused(error) && (error as? PostgreSQLError)?.reason != .deadline {
            // A statement that took too long may be the job's own fault, so that counts.
            Logger.current.log(.warning, "the database is away, the job is put off", details(of: error))
            return .postpone(outagePause * Double.random(in: 0.5...1.5))
        } catch {
            let reason = leases.isExpired(claim.token) ? "ran longer than \(handler.timeout)" : Jobs.reason(of: error)
            return context.isLastAttempt ? .dead(reason: reason) : .retry(after: handler.retry.delay(claim.attempt), reason: reason)
        }
    }
}
