-- Jobs. PostgreSQL holds every one of them; Redis carries ids only and can be emptied at any moment.
--
--   waiting    due at due_at; the relay will hand its id to Redis
--   published  its id is in Redis; whoever reads it may claim it
--   running    claimed: the holder of token owns it until lease_until
--   done, dead ended; dead keeps its reason in last_error and waits for a person
--
-- token is the fence. It is set by a claim and cleared by every ending, so that the write of a worker
-- that lost its lease matches no row. A lease that is over goes back to published with its token: until
-- somebody else claims the job, the late owner may still finish it.

CREATE TABLE job (
    id uuid PRIMARY KEY,
    -- Not a reference: a job may have to clean up after a household that is gone.
    household_id uuid,
    kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    queue text NOT NULL CHECK (queue ~ '^[a-z][a-z0-9-]{0,39}$'),
    payload jsonb NOT NULL CHECK (octet_length(payload::text) <= 16384),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'published', 'running', 'done', 'dead')),
    attempt int NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    max_attempts int NOT NULL CHECK (max_attempts BETWEEN 1 AND 100),
    due_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    token uuid,
    lease_owner text,
    lease_until timestamptz,
    deadline timestamptz,
    dedup_key text CHECK (length(dedup_key) BETWEEN 1 AND 300),
    -- Asked for again while it ran: what it read may be old, so it runs once more.
    again boolean NOT NULL DEFAULT false,
    last_error text CHECK (length(last_error) <= 2000),
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CHECK (state <> 'running' OR token IS NOT NULL AND lease_until IS NOT NULL)
) WITH (
    -- Rows change state about four times in their life: without a fixed threshold the dead versions of a
    -- busy table would wait for a fifth of it.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0
);

-- Every question is about open rows, so the size of the history costs nothing. (Questions about several
-- states are written with OR, not IN: only then can each arm use the index of its state.)
CREATE INDEX job_waiting ON job (due_at) WHERE state = 'waiting';
CREATE INDEX job_published ON job (queue, published_at) WHERE state = 'published';
CREATE INDEX job_running ON job (lease_until) WHERE state = 'running';
CREATE INDEX job_ended ON job (state, finished_at) WHERE state IN ('done', 'dead');
CREATE UNIQUE INDEX job_once ON job (kind, household_id, dedup_key) NULLS NOT DISTINCT
    WHERE dedup_key IS NOT NULL AND state IN ('waiting', 'published', 'running');

ALTER TABLE job ENABLE ROW LEVEL SECURITY;
-- The API has neither a policy nor a privilege here: it enqueues and relays through functions alone.
CREATE POLICY workers ON job TO mantel_worker USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE, DELETE ON job TO mantel_worker;

-- Wakes the relays, once a transaction, when it commits.
CREATE FUNCTION announce_due_jobs() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM added WHERE state = 'waiting' AND due_at <= now()) THEN
        PERFORM pg_notify('mantel_job', '');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER announce_due_jobs AFTER INSERT ON job REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION announce_due_jobs();

-- The only way to make a job. Returns its id, or the id of the open job with the same key, which then
-- stands for both: taking its row lock holds back the claim until this transaction has committed, so the
-- job sees what this transaction wrote; and if it is running already, it will run again.
CREATE FUNCTION enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts int,
                            due timestamptz, dedup_key text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE kept uuid;
BEGIN
    IF enqueue_job.household IS DISTINCT FROM viewer_household() AND enqueue_job.household IS NOT NULL
       AND coalesce(nullif(current_setting('role'), 'none'), session_user::text) = 'mantel_api' THEN
        RAISE EXCEPTION 'a job of another household' USING ERRCODE = '42501';
    END IF;
    INSERT INTO job (id, household_id, kind, queue, payload, max_attempts, due_at, dedup_key)
        VALUES (enqueue_job.id, enqueue_job.household, enqueue_job.kind, enqueue_job.queue, enqueue_job.payload,
                enqueue_job.max_attempts, enqueue_job.due, enqueue_job.dedup_key)
        ON CONFLICT (kind, household_id, dedup_key)
            WHERE dedup_key IS NOT NULL AND state IN ('waiting', 'published', 'running')
        DO UPDATE SET
            again = job.again OR job.token IS NOT NULL,
            due_at = CASE
                WHEN job.token IS NOT NULL AND NOT job.again THEN EXCLUDED.due_at
                WHEN job.attempt = 0 OR job.again THEN least(job.due_at, EXCLUDED.due_at)
                -- A retry keeps its pause.
                ELSE job.due_at END
        RETURNING job.id INTO kept;
    RETURN kept;
END $$;

-- The relay: takes rows that are due, or whose lease is over, and locks them until the end of its
-- transaction. By state, never by "greater than the last id seen": ids do not commit in their order.
CREATE FUNCTION take_due_jobs(batch int) RETURNS TABLE (id uuid, queue text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT j.id, j.queue FROM job j WHERE j.state = 'running' AND j.lease_until < now()
        ORDER BY j.lease_until LIMIT batch FOR UPDATE SKIP LOCKED;
    RETURN QUERY SELECT j.id, j.queue FROM job j WHERE j.state = 'waiting' AND j.due_at <= now()
        ORDER BY j.due_at LIMIT batch FOR UPDATE SKIP LOCKED;
END $$;

-- The relay: these ids are in Redis.
CREATE FUNCTION mark_published(ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE job SET state = 'published', published_at = now()
    WHERE id = ANY (ids) AND (state IN ('waiting', 'published') OR state = 'running' AND lease_until < now())
$$;

-- The relay: queues with ids that nobody claimed for `age`, and how many entries Redis should hold for each.
CREATE FUNCTION stale_queues(age interval) RETURNS TABLE (queue text, open bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT j.queue, count(*) FROM job j WHERE j.state = 'published' OR j.state = 'running' GROUP BY j.queue
    HAVING min(j.published_at) FILTER (WHERE j.state = 'published') < now() - age
$$;

-- The relay: like take_due_jobs, for ids that Redis lost.
CREATE FUNCTION take_lost_jobs(queues text[], age interval, batch int) RETURNS TABLE (id uuid, queue text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT j.id, j.queue FROM job j
    WHERE j.state = 'published' AND j.queue = ANY (queues) AND j.published_at < now() - age
    ORDER BY j.published_at LIMIT batch FOR UPDATE SKIP LOCKED
$$;

-- Numbers for operators; nothing in them tells of one job. Ages in seconds.
CREATE FUNCTION job_statistics()
RETURNS TABLE (queue text, waiting bigint, delayed bigint, published bigint, running bigint, dead bigint,
               retried bigint, oldest_age float8)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT j.queue,
           count(*) FILTER (WHERE j.state = 'waiting' AND j.due_at <= now()),
           count(*) FILTER (WHERE j.state = 'waiting' AND j.due_at > now()),
           count(*) FILTER (WHERE j.state = 'published'),
           count(*) FILTER (WHERE j.state = 'running'),
           count(*) FILTER (WHERE j.state = 'dead'),
           count(*) FILTER (WHERE j.state IN ('waiting', 'published', 'running') AND j.attempt > 1),
           coalesce(extract(epoch FROM now() - min(j.due_at) FILTER (
               WHERE j.state IN ('published', 'running') OR j.state = 'waiting' AND j.due_at <= now())), 0)::float8
    FROM job j WHERE j.state = 'waiting' OR j.state = 'published' OR j.state = 'running' OR j.state = 'dead'
    GROUP BY j.queue ORDER BY j.queue
$$;

-- One row for each tick of a schedule that was acted on: the key is what makes a tick happen once.
CREATE TABLE schedule_tick (
    schedule text NOT NULL CHECK (length(schedule) BETWEEN 1 AND 100),
    tick timestamptz NOT NULL,
    job_id uuid NOT NULL,
    PRIMARY KEY (schedule, tick)
);
ALTER TABLE schedule_tick ENABLE ROW LEVEL SECURITY;
CREATE POLICY workers ON schedule_tick TO mantel_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON schedule_tick TO mantel_worker;
