import Foundation
import PostgreSQL

/// How a run ended, as it is written: only the holder of the token can write it.
struct Outcome: Sendable {
    enum Ending: Sendable {
        case done(reason: String?)
        case retry(after: Duration, reason: String)
        /// As if it had not been tried: shutdown and snooze are no attempts.
        case postpone(Duration)
        case dead(reason: String)

        static let handBack = Ending.postpone(.zero)
    }

    private static let reasonLimit = 2000

    var job: UUID
    var token: UUID
    var ending: Ending

    init(job: UUID, token: UUID, _ ending: Ending) {
        self.job = job
        self.token = token
        self.ending = ending
    }

    init(_ lease: Lease, _ ending: Ending) { self.init(job: lease.job, token: lease.token, ending) }

    /// The one statement that ends runs, however many. Its rows are the jobs whose tokens still held.
    static func store(_ outcomes: [Outcome]) throws -> SQL {
        let rows = String(decoding: try JSONEncoder().encode(outcomes.map(\.row)), as: UTF8.self)
        return """
            WITH settled AS (
                UPDATE job SET
                    state = CASE WHEN again AND o.state <> 'waiting' THEN 'waiting' ELSE o.state END,
                    attempt = CASE WHEN again AND o.state <> 'waiting' THEN 0 ELSE greatest(attempt - o.uncounted, 0) END,
                    crashes = CASE WHEN again AND o.state <> 'waiting' THEN 0 ELSE crashes END,
                    due_at = CASE WHEN o.state = 'waiting' THEN now() + make_interval(secs => o.delay) ELSE due_at END,
                    last_error = CASE WHEN o.state = 'done' THEN o.reason ELSE coalesce(o.reason, last_error) END,
                    finished_at = CASE WHEN again OR o.state = 'waiting' THEN NULL ELSE now() END,
                    again = false, token = NULL, lease_owner = NULL, lease_until = NULL, deadline = NULL
                FROM json_to_recordset(\(rows)::json)
                    AS o(id uuid, token uuid, state text, delay float8, uncounted int, reason text)
                WHERE job.id = o.id AND job.token = o.token
                RETURNING job.id, job.state, job.due_at
            )
            SELECT id, CASE WHEN state = 'waiting' AND due_at <= now() THEN pg_notify('mantel_job', '')::text END AS woken
            FROM settled
            """
    }

    private struct Row: Encodable {
        var id: UUID
        var token: UUID
        var state: String
        var delay = 0.0
        var uncounted = 0
        var reason: String?
    }

    private var row: Row {
        var row = Row(id: job, token: token, state: "waiting")
        switch ending {
        case .done(let reason): (row.state, row.reason) = ("done", reason)
        case .retry(let pause, let reason): (row.delay, row.reason) = (pause.seconds, reason)
        case .postpone(let pause): (row.delay, row.uncounted) = (pause.seconds, 1)
        case .dead(let reason): (row.state, row.reason) = ("dead", reason)
        }
        // PostgreSQL's text cannot hold NUL.
        row.reason = row.reason.map { String($0.replacing("\0", with: "").unicodeScalars.prefix(Self.reasonLimit)) }
        return row
    }
}
