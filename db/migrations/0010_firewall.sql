-- Two ways past the firewall that the test of non-interference found.

-- A note raised the version of its recipient, which the person themselves can ask for (`ETag`). Notes count apart,
-- under their own policy: the version that somebody sees is the sum over what they see.
ALTER TABLE recipient_note ADD COLUMN version int NOT NULL DEFAULT 1;

-- Administrators are members of households too, and a job that checks a budget or reads a receipt, in the minute in
-- which it is made, tells that somebody bought something. Of their own households administrators see the work that
-- comes round by the clock or that invites somebody; `mantel jobs`, for whoever runs the machine, shows all.
CREATE FUNCTION own_households() RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    -- Also those that were left: who comes back is who they were.
    SELECT coalesce(array_agg(m.household_id), '{}') FROM member m WHERE m.account_id = viewer_account()
$$;

-- A kind of job that is not named here may tell of presents.
CREATE FUNCTION tells_of_presents(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN kind NOT IN ('occasion.remind', 'invitation.send');

CREATE OR REPLACE VIEW administered_job AS
    SELECT id, household_id, kind, queue, state, attempt, max_attempts, created_at, due_at, started_at, finished_at,
           safe_reason(last_error) AS reason
    FROM job
    WHERE household_id IS NULL OR NOT tells_of_presents(kind) OR household_id <> ALL ((SELECT own_households())::uuid[]);

CREATE OR REPLACE FUNCTION administered_retry(wanted uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM administered_job_by_id(wanted)) THEN retry_job(wanted) ELSE false END
$$;

CREATE OR REPLACE FUNCTION administered_burial(wanted uuid, reason text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM administered_job_by_id(wanted)) THEN bury_job(wanted, reason) ELSE false END
$$;

-- As before, but for jobs of `hidden` households that may tell of presents.
DROP FUNCTION job_statistics();
CREATE FUNCTION job_statistics(hidden uuid[] DEFAULT '{}')
RETURNS TABLE (queue text, waiting bigint, delayed bigint, published bigint, running bigint, dead bigint,
               retried bigint, oldest_age float8, attempts bigint, done bigint, died bigint,
               median_run float8, slowest_run float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH seen AS (
        SELECT j.queue, j.state, j.attempt, j.due_at, j.finished_at, NULL::float8 AS run FROM job j
        WHERE (j.state = 'waiting' OR j.state = 'published' OR j.state = 'running' OR j.state = 'dead')
            AND (j.household_id IS NULL OR NOT tells_of_presents(j.kind) OR j.household_id <> ALL (hidden))
        UNION ALL
        (SELECT j.queue, j.state, j.attempt, j.due_at, j.finished_at, extract(epoch FROM j.finished_at - j.started_at)::float8
         FROM job j WHERE j.state = 'done' AND j.finished_at > now() - interval '1 hour'
             AND (j.household_id IS NULL OR NOT tells_of_presents(j.kind) OR j.household_id <> ALL (hidden))
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

REVOKE EXECUTE ON FUNCTION own_households FROM mantel_worker;
