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
    var token: UUID

    /// What a round of claiming came to.
    struct Round: Sendable {
        var claims: [Claim] = []
        /// Jobs whose every attempt ended with its process: dead now.
        var buried: [(job: UUID, kind: String)] = []
    }

    /// Claims those of `jobs` that are due, or whose lease is over, and of a known kind. The attempt is
    /// counted now, before the run: a job that ends its process each time is buried by the count.
    ///
    /// - Parameter timeouts: seconds by kind; kinds that are not in it stay as they are.
    static func take(
        _ jobs: [UUID], timeouts: [String: Double], owner: String, lease: Duration, on pool: Pool
    ) async throws -> Round {
        let kinds = String(decoding: try JSONEncoder().encode(timeouts), as: UTF8.self)
        let seconds = lease.seconds
        // Locked in the order of ids, so that two workers with the same ids wait instead of deadlocking.
        let rows = try await pool.query("""
            WITH taken AS (
                SELECT id, attempt < max_attempts AS allowed, \(kinds)::jsonb ->> kind AS timeout FROM job
                WHERE id = ANY (\(jobs)::uuid[]) AND \(kinds)::jsonb ->> kind IS NOT NULL
                    AND (state = 'published' OR state = 'waiting' AND due_at <= now()
                        OR state = 'running' AND lease_until < now())
                ORDER BY id FOR UPDATE
            )
            UPDATE job SET
                state = CASE WHEN allowed THEN 'running' ELSE 'dead' END,
                attempt = attempt + allowed::int,
                token = CASE WHEN allowed THEN gen_random_uuid() END,
                lease_owner = CASE WHEN allowed THEN \(owner)::text END,
                lease_until = CASE WHEN allowed THEN now() + make_interval(secs => \(seconds)::float8) END,
                deadline = CASE WHEN allowed THEN now() + make_interval(secs => timeout::float8) END,
                again = false,
                finished_at = CASE WHEN allowed THEN NULL ELSE now() END,
                last_error = CASE WHEN allowed THEN last_error ELSE concat_ws('; before: ',
                    format('its process ended in the last of %s attempts', max_attempts), left(last_error, 1900)) END
            FROM taken WHERE job.id = taken.id
            RETURNING job.id, household_id, kind, payload::text AS payload, attempt, max_attempts, token
            """)
        var round = Round()
        for row in rows {
            guard let token = try row["token"] as UUID? else {
                round.buried.append((try row["id"], try row["kind"]))
                continue
            }
            round.claims.append(
                Claim(
                    job: try row["id"], household: try row["household_id"], kind: try row["kind"], payload: try row["payload"],
                    attempt: try row["attempt"], attempts: try row["max_attempts"], token: token))
        }
        return round
    }

    /// Those of `jobs` whose kind is none of `kinds`, by kind.
    static func unknown(among jobs: [UUID], kinds: [String], on pool: Pool) async throws -> [String: Int] {
        let rows = try await pool.query("""
            SELECT kind, count(*) AS jobs FROM job
            WHERE id = ANY (\(jobs)::uuid[]) AND state IN ('waiting', 'published') AND kind <> ALL (\(kinds)::text[]) GROUP BY kind
            """)
        return try rows.reduce(into: [:]) { counts, row in counts[try row["kind"]] = try row["jobs"] as Int }
    }

    /// Hands jobs that were read but not claimed back to the relay, at once.
    static func putBack(_ jobs: [UUID], on pool: Pool) async throws {
        _ = try await pool.query("""
            WITH back AS (UPDATE job SET state = 'waiting' WHERE id = ANY (\(jobs)::uuid[]) AND state = 'published' RETURNING 1)
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
