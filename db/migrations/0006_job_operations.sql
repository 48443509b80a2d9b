-- Jobs that survive anything: what a long life with many households and many crashes needs besides 0002.

-- When the latest run began, for figures; and how many runs in all ended without a word, by a crash, a kill
-- or a power cut. A job that ends its process is buried by the second, however many attempts its kind has.
ALTER TABLE job
    ADD COLUMN started_at timestamptz,
    ADD COLUMN crashes int NOT NULL DEFAULT 0 CHECK (crashes >= 0);

-- What one household has waiting in one queue. (An index does not compare NULL, so the server's own jobs
-- stand under the nil UUID.)
CREATE FUNCTION job_party(household uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(household, '00000000-0000-0000-0000-000000000000'::uuid);
CREATE INDEX job_line ON job (queue, job_party(household_id), due_at) WHERE state = 'waiting';

-- The relay: takes rows that are due, or whose lease is over, and locks them until the end of its
-- transaction. Of each household and queue no more than `share` are in Redis unclaimed at once: whoever
-- hands in ten thousand pictures delays their own, not those of the neighbours. A last row without an id
-- says that something was held back, so that the relay comes again soon.
DROP FUNCTION take_due_jobs(int);
CREATE FUNCTION take_due_jobs(batch int, share int) RETURNS TABLE (id uuid, queue text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE line record; taken int; held boolean := false;
BEGIN
    RETURN QUERY SELECT j.id, j.queue FROM job j WHERE j.state = 'running' AND j.lease_until < now()
        ORDER BY j.lease_until LIMIT batch FOR UPDATE SKIP LOCKED;

    -- So few that nobody can be in anybody's way: the usual case, and the cheap one.
    IF (SELECT count(*) FROM (SELECT FROM job j WHERE j.state = 'waiting' AND j.due_at <= now() LIMIT share + 1) due)
        + (SELECT count(*) FROM (SELECT FROM job j WHERE j.state = 'published' LIMIT share + 1) handed) <= share
    THEN
        RETURN QUERY SELECT j.id, j.queue FROM job j WHERE j.state = 'waiting' AND j.due_at <= now()
            ORDER BY j.due_at LIMIT batch FOR UPDATE SKIP LOCKED;
        RETURN;
    END IF;

    -- Each line's first, by hopping from one line to the next in the index.
    FOR line IN
        WITH RECURSIVE lines AS (
            (SELECT j.queue AS name, job_party(j.household_id) AS party FROM job j WHERE j.state = 'waiting'
             ORDER BY 1, 2 LIMIT 1)
            UNION ALL
            SELECT following.name, following.party FROM lines, LATERAL (
                SELECT j.queue AS name, job_party(j.household_id) AS party FROM job j
                WHERE j.state = 'waiting' AND (j.queue, job_party(j.household_id)) > (lines.name, lines.party)
                ORDER BY 1, 2 LIMIT 1) following
        ), handed AS (
            SELECT j.queue AS name, job_party(j.household_id) AS party, count(*) AS jobs FROM job j
            WHERE j.state = 'published' GROUP BY 1, 2
        )
        SELECT lines.name, lines.party, greatest(share - coalesce(handed.jobs, 0), 0) AS room
        FROM lines LEFT JOIN handed USING (name, party)
    LOOP
        RETURN QUERY SELECT j.id, j.queue FROM job j
            WHERE j.state = 'waiting' AND j.queue = line.name AND job_party(j.household_id) = line.party AND j.due_at <= now()
            ORDER BY j.due_at LIMIT line.room FOR UPDATE SKIP LOCKED;
        GET DIAGNOSTICS taken = ROW_COUNT;
        held := held OR taken = line.room;
    END LOOP;
    IF held THEN RETURN QUERY SELECT NULL::uuid, NULL::text; END IF;
END $$;

-- One row for each time that a schedule was acted on: the key is what makes it happen once. For work that
-- comes round by the clock on the wall, `period` is a civil date: a night with 23 or 25 hours, a new zone or
-- a clock put back never make it happen twice or not at all.
DROP TABLE schedule_tick;
CREATE TABLE schedule_period (
    schedule text NOT NULL CHECK (length(schedule) BETWEEN 1 AND 100),
    household_id uuid REFERENCES household ON DELETE CASCADE,
    period text NOT NULL CHECK (length(period) BETWEEN 1 AND 40),
    job_id uuid NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (schedule, household_id, period)
);
CREATE INDEX schedule_period_age ON schedule_period (made_at);
ALTER TABLE schedule_period ENABLE ROW LEVEL SECURITY;
CREATE POLICY workers ON schedule_period TO mantel_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON schedule_period TO mantel_worker;

-- The time on the wall of a zone, or of UTC where PostgreSQL does not know the zone: one household's odd
-- setting must not stop the timetable of all.
CREATE FUNCTION wall_time(moment timestamptz, zone text) RETURNS timestamp
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN moment AT TIME ZONE 'UTC';
END $$;

-- Households for which the latest civil date of a schedule has not been acted on: the latest day (on
-- `weekday`, 1 is Monday, where it is given) whose hour has struck on their wall since they exist.
CREATE FUNCTION households_due(schedule text, hour time, weekday int, batch int) RETURNS TABLE (household_id uuid, period date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT h.id, latest.day
    FROM household h,
        LATERAL (SELECT wall_time(now(), h.zone) AS wall, wall_time(h.created_at, h.zone) AS founded) clock,
        LATERAL (SELECT clock.wall::date - (clock.wall::time < hour)::int AS day) struck,
        LATERAL (SELECT struck.day - (extract(isodow FROM struck.day)::int - weekday + 7) % 7 AS day) weekly,
        LATERAL (SELECT coalesce(weekly.day, struck.day) AS day) latest
    WHERE clock.founded <= latest.day + hour
        AND NOT EXISTS (
            SELECT FROM schedule_period p
            WHERE p.schedule = households_due.schedule AND p.household_id = h.id AND p.period >= latest.day::text)
    ORDER BY h.id LIMIT batch
$$;
REVOKE EXECUTE ON FUNCTION households_due FROM mantel_api;

-- The daily sweep: what has no use any more. Returns how many rows went.
CREATE FUNCTION sweep(batch int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE swept bigint := 0; gone bigint;
BEGIN
    DELETE FROM session WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM session WHERE expires_at < now() OR used_at < now() - interval '30 days' LIMIT batch));
    GET DIAGNOSTICS gone = ROW_COUNT; swept := swept + gone;
    DELETE FROM throttle WHERE ctid = ANY (ARRAY(SELECT ctid FROM throttle WHERE window_start < now() - interval '2 days' LIMIT batch));
    GET DIAGNOSTICS gone = ROW_COUNT; swept := swept + gone;
    DELETE FROM schedule_period WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM schedule_period WHERE made_at < now() - interval '400 days' LIMIT batch));
    GET DIAGNOSTICS gone = ROW_COUNT; swept := swept + gone;
    RETURN swept;
END $$;
REVOKE EXECUTE ON FUNCTION sweep FROM mantel_api;

-- A reminder comes once for each day that an occasion has had, however often it is looked for.
CREATE UNIQUE INDEX notice_reminder_once ON notice (member_id, occasion_id, threshold, arming) WHERE kind = 'reminder';

-- Who of a household is to hear of what concerns all of it.
CREATE FUNCTION members_of(household uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id FROM member m WHERE m.household_id = household AND m.left_at IS NULL AND m.role <> 'guest' AND m.account_id IS NOT NULL
    ORDER BY m.id
$$;
REVOKE EXECUTE ON FUNCTION members_of FROM mantel_api;
