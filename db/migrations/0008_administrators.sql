-- The server's administrators, and what they see of jobs: how the work of all households goes, never what it
-- is about. No payload, no name, no address, nothing of a gift.

-- A flag on the account, kept apart from it: people may change the row of their own account, and nothing that
-- comes over HTTP can write here. Only the owner of the database does (`mantel administrator`).
CREATE TABLE administrator (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    added_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE administrator ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION is_administrator() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM administrator r JOIN account a ON a.id = r.account_id
        WHERE r.account_id = viewer_account() AND a.disabled_at IS NULL)
$$;

-- A reason without what it may carry of a family: of what a mail server answered only the codes, nothing that
-- was quoted, no word with an @ in it, one line of 200 characters.
CREATE FUNCTION safe_reason(reason text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT left(regexp_replace(regexp_replace(regexp_replace(regexp_replace(reason,
        '[[:cntrl:]]+', ' ', 'g'),
        '(^|[^[:alnum:].])([245][0-9][0-9]([ -][245]\.[0-9]{1,3}\.[0-9]{1,3})?)[ -].*$', '\1\2 …'),
        '"[^"]*("|$)|“[^”]*(”|$)|‘[^’]*(’|$)|«[^»]*(»|$)|<[^>]*(>|$)|=\([^)]*(\)|$)|(?<![[:alnum:]])''[^'']*(''|$)', '…', 'g'),
        '[^[:space:]]*@[^[:space:]]*', '…', 'g'), 200)
$$;

-- All that an administrator may see of a job. Nobody may read it but the functions below.
CREATE VIEW administered_job AS
    SELECT id, household_id, kind, queue, state, attempt, max_attempts, created_at, due_at, started_at, finished_at,
           safe_reason(last_error) AS reason
    FROM job;

-- Each of these does nothing and shows nothing unless the acting account is an administrator.

CREATE FUNCTION administered_job_by_id(wanted uuid) RETURNS SETOF administered_job
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT * FROM administered_job WHERE id = wanted AND (SELECT is_administrator())
$$;

-- Newest first, those made before `before`. The plan is made for the values at hand: what is asked for may be
-- three dead jobs beside a long history.
CREATE FUNCTION administered_jobs(wanted_state text, wanted_queue text, wanted_kind text, before uuid, page int)
RETURNS SETOF administered_job
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    IF NOT is_administrator() THEN RETURN; END IF;
    RETURN QUERY SELECT j.* FROM administered_job j
        WHERE (wanted_state IS NULL OR j.state = wanted_state) AND (wanted_queue IS NULL OR j.queue = wanted_queue)
            AND (wanted_kind IS NULL OR j.kind = wanted_kind) AND (before IS NULL OR j.id < before)
        ORDER BY j.id DESC LIMIT least(page, 201);
END $$;

-- Gives a dead job all its attempts again. False where it is not dead, or where an open job has its key.
CREATE FUNCTION retry_job(wanted uuid) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE job SET state = 'waiting', attempt = 0, crashes = 0, due_at = now(), finished_at = NULL WHERE id = wanted AND state = 'dead';
    IF NOT FOUND THEN RETURN false; END IF;
    PERFORM pg_notify('mantel_job', '');
    RETURN true;
EXCEPTION WHEN unique_violation THEN
    RETURN false;
END $$;

-- Ends an open job as dead: a run under way can write nothing any more. False where it has ended already.
CREATE FUNCTION bury_job(wanted uuid, reason text) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE job SET state = 'dead', last_error = left(bury_job.reason, 2000), finished_at = now(),
        again = false, token = NULL, lease_owner = NULL, lease_until = NULL, deadline = NULL
    WHERE id = wanted AND state IN ('waiting', 'published', 'running');
    RETURN FOUND;
END $$;

CREATE FUNCTION administered_retry(wanted uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN is_administrator() THEN retry_job(wanted) ELSE false END
$$;

CREATE FUNCTION administered_burial(wanted uuid, reason text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN is_administrator() THEN bury_job(wanted, reason) ELSE false END
$$;

REVOKE EXECUTE ON FUNCTION is_administrator, administered_job_by_id, administered_jobs, administered_retry, administered_burial
    FROM mantel_worker;

-- Numbers for operators; nothing in them tells of one job. Ages and runs in seconds. Reads the open and the dead
-- jobs, and of those done the last hour and 50,000 at the most: both through indexes.
--
--   attempts      taken so far by the jobs that are open or have ended within the hour
--   done, died    within the hour
--   median_run, slowest_run    of the last runs of the jobs done within the hour; null where there were none
DROP FUNCTION job_statistics();
CREATE FUNCTION job_statistics()
RETURNS TABLE (queue text, waiting bigint, delayed bigint, published bigint, running bigint, dead bigint,
               retried bigint, oldest_age float8, attempts bigint, done bigint, died bigint,
               median_run float8, slowest_run float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH seen AS (
        SELECT j.queue, j.state, j.attempt, j.due_at, j.finished_at, NULL::float8 AS run FROM job j
        WHERE j.state = 'waiting' OR j.state = 'published' OR j.state = 'running' OR j.state = 'dead'
        UNION ALL
        (SELECT j.queue, j.state, j.attempt, j.due_at, j.finished_at, extract(epoch FROM j.finished_at - j.started_at)::float8
         FROM job j WHERE j.state = 'done' AND j.finished_at > now() - interval '1 hour'
         ORDER BY j.finished_at DESC LIMIT 50000)
    )
    SELECT s.queue,
           count(*) FILTER (WHERE s.state = 'waiting' AND s.due_at <= now()),
           count(*) FILTER (WHERE s.state = 'waiting' AND s.due_at > now()),
           count(*) FILTER (WHERE s.state = 'published'),
           count(*) FILTER (WHERE s.state = 'running'),
           count(*) FILTER (WHERE s.state = 'dead'),
           count(*) FILTER (WHERE s.state IN ('waiting', 'published', 'running') AND s.attempt > 1),
           coalesce(extract(epoch FROM now() - min(s.due_at) FILTER (
               WHERE s.state IN ('published', 'running') OR s.state = 'waiting' AND s.due_at <= now())), 0)::float8,
           coalesce(sum(s.attempt) FILTER (WHERE s.state <> 'dead' OR s.finished_at > now() - interval '1 hour'), 0),
           count(*) FILTER (WHERE s.state = 'done'),
           count(*) FILTER (WHERE s.state = 'dead' AND s.finished_at > now() - interval '1 hour'),
           percentile_cont(0.5) WITHIN GROUP (ORDER BY s.run),
           max(s.run)
    FROM seen s GROUP BY s.queue ORDER BY s.queue
$$;
