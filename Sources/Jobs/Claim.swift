import Foundation
import PostgreSQL

/// A job that this process has claimed.
struct Claim: Sendable {
    var job: UUID
    var household: UUID?
    var kind: String
    var payload: String
    var attempt: Int
    var attempts: Int
    var age: Duration
    var token: UUID
    /// It has been there too often when its process ended: it runs when nothing else does here.
    var isSuspect: Bool

    /// Runs that may end without a word, in all, before the job is held for the cause.
    static let crashLimit = 3
    /// From so many on a job is a suspect, and runs alone in its process. Only that run can be the last one that
    /// counts: whoever was there each time that others ended the process is never buried for it.
    static let suspectFrom = crashLimit - 1
    /// When a suspect is offered again that found another running, or its process busy for too long.
    static let suspectPause = Duration.milliseconds(200)

    /// What a round of claiming came to.
    struct Round: Sendable {
        var claims: [Claim] = []
        /// Jobs that ended their process too often: dead now.
        var buried: [(job: UUID, kind: String)] = []
    }

    /// Claims those of `jobs` that are due, or whose lease is over, and of a known kind. The attempt is
    /// counted now, before the run: a job that ends its process each time is buried by the count. A token that
    /// is still there tells of a run that ended without a word: of the job's own making, or of another's that ran
    /// in the same process. A suspect's run that ended before it was alone had not begun, and counts as nothing.
    ///
    /// - Parameters:
    ///   - timeouts: seconds by kind; kinds that are not in it stay as they are.
    ///   - suspects: how many may be claimed; the others are put off.
    static func take(
        _ jobs: [UUID], timeouts: [String: Double], suspects: Int, owner: String, lease: Duration, on pool: Pool
    ) async throws -> Round {
        let kinds = String(decoding: try JSONEncoder().encode(timeouts), as: UTF8.self)
        let seconds = lease.seconds
        // Locked in the order of ids, so that two workers with the same ids wait instead of deadlocking.
        let rows = try await pool.query("""
            WITH taken AS (
                SELECT id, \(kinds)::jsonb ->> kind AS timeout, max_attempts,
                    crashes + (token IS NOT NULL AND (alone OR crashes < \(suspectFrom)::int))::int AS crashed,
                    attempt - (token IS NOT NULL AND NOT alone AND crashes >= \(suspectFrom)::int)::int AS tried
                FROM job
                WHERE id = ANY (\(jobs)::uuid[]) AND \(kinds)::jsonb ->> kind IS NOT NULL
                    AND (state = 'published' OR state = 'waiting' AND due_at <= now()
                        OR state = 'running' AND lease_until < now())
                ORDER BY id FOR UPDATE
            ), placed AS (
                SELECT *, row_number() OVER (PARTITION BY allowed, crashed >= \(suspectFrom)::int ORDER BY id) AS place
                FROM (SELECT *, tried < max_attempts AND crashed < \(crashLimit)::int AS allowed FROM taken) weighed
            ), judged AS (
                SELECT id, crashed, tried, timeout, CASE WHEN NOT allowed THEN 'dead'
                    WHEN crashed < \(suspectFrom)::int OR place <= \(suspects)::int THEN 'running' ELSE 'waiting' END AS verdict
                FROM placed
            )
            UPDATE job SET
                state = verdict,
                attempt = tried + (verdict = 'running')::int,
                crashes = crashed,
                alone = false,
                due_at = CASE verdict WHEN 'waiting' THEN now() + make_interval(secs => \(suspectPause.seconds)::float8) ELSE due_at END,
                started_at = CASE verdict WHEN 'running' THEN now() ELSE started_at END,
                token = CASE verdict WHEN 'running' THEN gen_random_uuid() END,
                lease_owner = CASE verdict WHEN 'running' THEN \(owner)::text END,
                lease_until = CASE verdict WHEN 'running' THEN now() + make_interval(secs => \(seconds)::float8) END,
                deadline = CASE verdict WHEN 'running' THEN now() + make_interval(secs => timeout::float8) END,
                again = false,
                finished_at = CASE verdict WHEN 'dead' THEN now() END,
                last_error = CASE verdict WHEN 'dead' THEN concat_ws('; before: ',
                    format('its process ended in %s of %s runs', crashed, tried), left(last_error, 1900)) ELSE last_error END
            FROM judged WHERE job.id = judged.id
            RETURNING job.id, household_id, kind, payload::text AS payload, attempt, max_attempts, token, verdict,
                crashes >= \(suspectFrom)::int AS suspect, extract(epoch FROM now() - created_at)::float8 AS age
            """)
        var round = Round()
        for row in rows {
            guard let token = try row["token"] as UUID? else {
                if try row["verdict"] == "dead" { round.buried.append((try row["id"], try row["kind"])) }
                continue
            }
            round.claims.append(
                Claim(
                    job: try row["id"], household: try row["household_id"], kind: try row["kind"], payload: try row["payload"],
                    attempt: try row["attempt"], attempts: try row["max_attempts"], age: .seconds(try row["age"] as Double), token: token,
                    isSuspect: try row["suspect"]))
        }
        return round
    }

    /// Notes that the run which holds `token` has its process to itself from now on, and gives it its whole time
    /// again. False where the lease is lost.
    func beginAlone(timeout: Duration, on pool: Pool) async throws -> Bool {
        let rows = try await pool.query("""
            UPDATE job SET alone = true, deadline = now() + make_interval(secs => \(timeout.seconds)::float8)
            WHERE id = \(job)::uuid AND token = \(token)::uuid
            RETURNING id
            """)
        return !rows.isEmpty
    }

    /// Puts off those of `jobs` whose kind is none of `kinds`: they are for a newer worker, and must not take up
    /// their household's share of the queue meanwhile. Returns how many by kind.
    static func putOffUnknown(among jobs: [UUID], kinds: [String], for pause: Duration, on pool: Pool) async throws -> [String: Int] {
        let rows = try await pool.query("""
            WITH put_off AS (
                UPDATE job SET state = 'waiting', due_at = now() + make_interval(secs => \(pause.seconds)::float8)
                WHERE id = ANY (\(jobs)::uuid[]) AND state IN ('waiting', 'published') AND kind <> ALL (\(kinds)::text[])
                RETURNING kind
            )
            SELECT kind, count(*) AS jobs FROM put_off GROUP BY kind
            """)
        return try rows.reduce(into: [:]) { counts, row in counts[try row["kind"]] = try row["jobs"] as Int }
    }

    /// Hands jobs that were read but not claimed back to the relay, at once.
    static func putBack(_ jobs: [UUID], on pool: Pool) async throws {
        _ = try await pool.query("""
            WITH held AS (
                SELECT id FROM job WHERE id = ANY (\(jobs)::uuid[]) AND state IN ('waiting', 'published') ORDER BY id FOR UPDATE
            ), back AS (UPDATE job SET state = 'waiting' FROM held WHERE job.id = held.id RETURNING 1)
            SELECT pg_notify('mantel_job', '')::text FROM back LIMIT 1
            """)
    }

    /// The stream of the queue is new: whatever was published before has to be published again.
    static func putBackAll(of queue: String, on pool: Pool) async throws {
        _ = try await pool.query("""
            WITH back AS (UPDATE job SET state = 'waiting' WHERE queue = \(queue)::text AND state = 'published' RETURNING 1)
            SELECT pg_notify('mantel_job', '')::text FROM back LIMIT 1
            """)
    }
}
