-- Written by deploy/schema from db/migrations; not read by any program.
--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: accept_invitation(bytea, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.accept_invitation(token bytea, member uuid) RETURNS TABLE(outcome text, household_id uuid, member_id uuid, role text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    found_invitation invitation%ROWTYPE;
    inviter member%ROWTYPE;
    existing uuid;
BEGIN
    SELECT * INTO found_invitation FROM invitation i WHERE i.token_hash = accept_invitation.token FOR UPDATE;
    IF NOT FOUND OR viewer_account() IS NULL THEN RETURN QUERY SELECT 'gone', NULL::uuid, NULL::uuid, NULL; RETURN; END IF;
    IF found_invitation.accepted_at IS NOT NULL THEN
        RETURN QUERY SELECT 'taken', NULL::uuid, NULL::uuid, NULL; RETURN;
    END IF;
    SELECT * INTO inviter FROM member m WHERE m.id = found_invitation.invited_by;
    IF found_invitation.revoked_at IS NOT NULL OR found_invitation.expires_at <= now()
       OR inviter.left_at IS NOT NULL OR inviter.role NOT IN ('organiser', 'adult') THEN
        RETURN QUERY SELECT 'gone', NULL::uuid, NULL::uuid, NULL; RETURN;
    END IF;
    SELECT m.id INTO existing FROM member m
        WHERE m.account_id = viewer_account() AND m.household_id = found_invitation.household_id AND m.left_at IS NULL;
    IF existing IS NOT NULL THEN
        RETURN QUERY SELECT 'member', found_invitation.household_id, existing, NULL; RETURN;
    END IF;
    -- Who comes back is who they were: a new member would not be the subject of what is planned for them.
    UPDATE member m SET left_at = NULL, role = found_invitation.role
        WHERE m.id = (SELECT o.id FROM member o WHERE o.account_id = viewer_account() AND o.household_id = found_invitation.household_id
                      ORDER BY o.created_at LIMIT 1)
        RETURNING m.id INTO existing;
    IF existing IS NOT NULL THEN
        UPDATE invitation i SET accepted_at = now(), accepted_by = existing WHERE i.id = found_invitation.id;
        RETURN QUERY SELECT 'joined', found_invitation.household_id, existing, found_invitation.role; RETURN;
    END IF;
    INSERT INTO member (id, household_id, account_id, name, role, paper)
        SELECT accept_invitation.member, found_invitation.household_id, a.id, a.name, found_invitation.role,
               (SELECT count(*) FROM member m WHERE m.household_id = found_invitation.household_id)
        FROM account a WHERE a.id = viewer_account();
    UPDATE invitation i SET accepted_at = now(), accepted_by = accept_invitation.member WHERE i.id = found_invitation.id;
    RETURN QUERY SELECT 'joined', found_invitation.household_id, accept_invitation.member, found_invitation.role;
END $$;

--
-- Name: administered_burial(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.administered_burial(wanted uuid, reason text) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM administered_job_by_id(wanted)) THEN bury_job(wanted, reason) ELSE false END
$$;

--
-- Name: own_households(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.own_households() RETURNS uuid[]
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    -- Also those that were left: who comes back is who they were.
    SELECT coalesce(array_agg(m.household_id), '{}') FROM member m WHERE m.account_id = viewer_account()
$$;

--
-- Name: safe_reason(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.safe_reason(reason text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
    SELECT left(regexp_replace(regexp_replace(regexp_replace(regexp_replace(reason,
        '[[:cntrl:]]+', ' ', 'g'),
        '(^|[^[:alnum:].])([245][0-9][0-9]([ -][245]\.[0-9]{1,3}\.[0-9]{1,3})?)[ -].*$', '\1\2 …'),
        '"[^"]*("|$)|“[^”]*(”|$)|‘[^’]*(’|$)|«[^»]*(»|$)|<[^>]*(>|$)|=\([^)]*(\)|$)|(?<![[:alnum:]])''[^'']*(''|$)', '…', 'g'),
        '[^[:space:]]*@[^[:space:]]*', '…', 'g'), 200)
$_$;

--
-- Name: tells_of_presents(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tells_of_presents(kind text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (kind <> ALL (ARRAY['occasion.remind'::text, 'invitation.send'::text]));

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job (
    id uuid NOT NULL,
    household_id uuid,
    kind text NOT NULL,
    queue text NOT NULL,
    payload jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    max_attempts integer NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    token uuid,
    lease_owner text,
    lease_until timestamp with time zone,
    deadline timestamp with time zone,
    dedup_key text,
    again boolean DEFAULT false NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    started_at timestamp with time zone,
    crashes integer DEFAULT 0 NOT NULL,
    alone boolean DEFAULT false NOT NULL,
    CONSTRAINT job_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT job_check CHECK (((state <> 'running'::text) OR ((token IS NOT NULL) AND (lease_until IS NOT NULL)))),
    CONSTRAINT job_crashes_check CHECK ((crashes >= 0)),
    CONSTRAINT job_dedup_key_check CHECK (((length(dedup_key) >= 1) AND (length(dedup_key) <= 300))),
    CONSTRAINT job_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 100))),
    CONSTRAINT job_last_error_check CHECK ((length(last_error) <= 2000)),
    CONSTRAINT job_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 100))),
    CONSTRAINT job_payload_check CHECK ((octet_length((payload)::text) <= 16384)),
    CONSTRAINT job_queue_check CHECK ((queue ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'published'::text, 'running'::text, 'done'::text, 'dead'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='5000', autovacuum_vacuum_cost_delay='0');

--
-- Name: administered_job; Type: VIEW; Schema: public; Owner: -
--

CREATE VIEW public.administered_job AS
 SELECT job.id,
    job.household_id,
    job.kind,
    job.queue,
    job.state,
    job.attempt,
    job.max_attempts,
    job.created_at,
    job.due_at,
    job.started_at,
    job.finished_at,
    public.safe_reason(job.last_error) AS reason
   FROM public.job
  WHERE ((job.household_id IS NULL) OR (NOT public.tells_of_presents(job.kind)) OR (job.household_id <> ALL (( SELECT public.own_households() AS own_households)::uuid[])));

--
-- Name: administered_job_by_id(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.administered_job_by_id(wanted uuid) RETURNS SETOF public.administered_job
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT * FROM administered_job WHERE id = wanted AND (SELECT is_administrator())
$$;

--
-- Name: administered_jobs(text, text, text, uuid, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.administered_jobs(wanted_state text, wanted_queue text, wanted_kind text, before uuid, page integer) RETURNS SETOF public.administered_job
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
BEGIN
    IF NOT is_administrator() THEN RETURN; END IF;
    RETURN QUERY SELECT j.* FROM administered_job j
        WHERE (wanted_state IS NULL OR j.state = wanted_state) AND (wanted_queue IS NULL OR j.queue = wanted_queue)
            AND (wanted_kind IS NULL OR j.kind = wanted_kind) AND (before IS NULL OR j.id < before)
        ORDER BY j.id DESC LIMIT least(page, 201);
END $$;

--
-- Name: administered_retry(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.administered_retry(wanted uuid) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM administered_job_by_id(wanted)) THEN retry_job(wanted) ELSE false END
$$;

--
-- Name: announce_due_jobs(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.announce_due_jobs() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF EXISTS (SELECT FROM added WHERE state = 'waiting' AND due_at <= now()) THEN
        PERFORM pg_notify('mantel_job', '');
    END IF;
    RETURN NULL;
END $$;

--
-- Name: announce_news(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.announce_news() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
    reader uuid;
    account uuid;
BEGIN
    IF TG_TABLE_NAME = 'scan' THEN reader := NEW.created_by; ELSE reader := NEW.member_id; END IF;
    SELECT m.account_id INTO account FROM member m WHERE m.id = reader;
    IF account IS NOT NULL THEN
        PERFORM pg_notify('mantel_news', concat_ws(' ', account, TG_TABLE_NAME, NEW.household_id, NEW.id,
            (extract(epoch FROM clock_timestamp()) * 1000000)::bigint));
    END IF;
    RETURN NULL;
END $$;

--
-- Name: are_thresholds(integer[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.are_thresholds(list integer[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((cardinality(list) <= 5) AND (1 <= ALL (list)) AND (100 >= ALL (list)));

--
-- Name: become(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.become(member uuid) RETURNS TABLE(account_id uuid, member_id uuid, household_id uuid, role text, currency text, zone text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    SELECT m.account_id, m.id, h.id, m.role, h.currency, h.zone
        INTO become.account_id, become.member_id, become.household_id, become.role, become.currency, become.zone
        FROM member m JOIN household h ON h.id = m.household_id WHERE m.id = become.member;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('mantel.account', coalesce(become.account_id::text, ''), true),
            set_config('mantel.viewer', become.member_id::text, true),
            set_config('mantel.household', become.household_id::text, true),
            set_config('mantel.role', become.role, true);
    RETURN NEXT;
END $$;

--
-- Name: bury_job(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.bury_job(wanted uuid, reason text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE job SET state = 'dead', last_error = left(bury_job.reason, 2000), finished_at = now(),
        again = false, token = NULL, lease_owner = NULL, lease_until = NULL, deadline = NULL
    WHERE id = wanted AND state IN ('waiting', 'published', 'running');
    RETURN FOUND;
END $$;

--
-- Name: could_tell(text, uuid, uuid, uuid[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    -- A kind that is not named here may tell anything.
    IF cardinality(readers) = 0 OR kind IN ('reminder', 'invitation', 'system') THEN RETURN false; END IF;
    IF kind <> 'budget' THEN RETURN true; END IF;
    -- The month of a category beyond presents has the same figures for everybody.
    IF occasion IS NULL THEN RETURN false; END IF;
    RETURN occasion <> ALL (revealed_occasions())
        AND EXISTS (SELECT FROM subject s WHERE s.household_id = viewer_household() AND s.member_id = ANY (readers)
                    AND (recipient IS NULL OR s.recipient_id = recipient));
END $$;

--
-- Name: count_failure(text[], interval); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_failure(keys text[], period interval) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    INSERT INTO throttle (key, window_start, failures)
    SELECT DISTINCT left(k, 300), to_timestamp(floor(extract(epoch FROM now()) / extract(epoch FROM period)) * extract(epoch FROM period)), 1
    FROM unnest(keys) k
    ON CONFLICT (key, window_start) DO UPDATE SET failures = throttle.failures + 1
$$;

--
-- Name: credential_of(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.credential_of(email text) RETURNS TABLE(account_id uuid, password_hash text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT a.id, c.password_hash FROM account a JOIN credential c ON c.account_id = a.id
    WHERE lower(a.email) = lower(credential_of.email) AND a.disabled_at IS NULL
$$;

--
-- Name: current_batch(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.current_batch() RETURNS uuid
    LANGUAGE plpgsql
    AS $$
DECLARE name text := coalesce(current_setting('mantel.batch', true), '');
BEGIN
    IF name = '' THEN name := set_config('mantel.batch', gen_random_uuid()::text, true); END IF;
    RETURN name::uuid;
END $$;

--
-- Name: device_readers(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.device_readers() RETURNS uuid[]
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (COALESCE(NULLIF(current_setting('mantel.readers'::text, true), ''::text), '{}'::text))::uuid[];

--
-- Name: enqueue_job(uuid, uuid, text, text, jsonb, integer, timestamp with time zone, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts integer, due timestamp with time zone, dedup_key text) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

--
-- Name: enter(bytea, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.enter(token bytea, household uuid) RETURNS TABLE(account_id uuid, member_id uuid, household_id uuid, role text, currency text, zone text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE readers uuid[];
BEGIN
    SELECT s.account_id, m.id, h.id, m.role, h.currency, h.zone, s.shared_with
        INTO enter.account_id, enter.member_id, enter.household_id, enter.role, enter.currency, enter.zone, readers
        FROM session s
        LEFT JOIN member m ON m.account_id = s.account_id AND m.household_id = enter.household AND m.left_at IS NULL
        LEFT JOIN household h ON h.id = m.household_id
        WHERE s.token_hash = enter.token AND s.expires_at > now() AND s.used_at > now() - interval '30 days';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('mantel.account', enter.account_id::text, true);
    IF enter.member_id IS NOT NULL THEN
        PERFORM set_config('mantel.viewer', enter.member_id::text, true),
                set_config('mantel.household', enter.household::text, true),
                set_config('mantel.role', enter.role, true),
                set_config('mantel.readers', readers::text, true);
    END IF;
    RETURN NEXT;
END $$;

--
-- Name: found_household(uuid, uuid, text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.found_household(household uuid, member uuid, name text, currency text, zone text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO household (id, name, currency, zone)
        VALUES (found_household.household, found_household.name, found_household.currency, found_household.zone);
    INSERT INTO member (id, household_id, account_id, name, role)
        SELECT found_household.member, found_household.household, a.id, a.name, 'organiser' FROM account a WHERE a.id = viewer_account();
    IF NOT FOUND THEN RAISE EXCEPTION 'no account acts' USING ERRCODE = '42501'; END IF;
    PERFORM set_config('mantel.viewer', found_household.member::text, true),
            set_config('mantel.household', found_household.household::text, true),
            set_config('mantel.role', 'organiser', true);
END $$;

--
-- Name: households_due(text, time without time zone, integer, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.households_due(schedule text, hour time without time zone, weekday integer, batch integer) RETURNS TABLE(household_id uuid, period date)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

--
-- Name: invitation_behind(bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.invitation_behind(token bytea) RETURNS TABLE(id uuid, household_name text, invited_by text, role text, open boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT i.id, h.name, m.name, i.role,
           i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
           AND m.left_at IS NULL AND m.role IN ('organiser', 'adult')
    FROM invitation i JOIN household h ON h.id = i.household_id JOIN member m ON m.id = i.invited_by
    WHERE i.token_hash = invitation_behind.token
$$;

--
-- Name: is_administrator(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_administrator() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT EXISTS (
        SELECT FROM administrator r JOIN account a ON a.id = r.account_id
        WHERE r.account_id = viewer_account() AND a.disabled_at IS NULL)
$$;

--
-- Name: is_restoring(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_restoring() RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((COALESCE(current_setting('mantel.restoring'::text, true), ''::text) = 'on'::text) AND (SESSION_USER <> ALL (ARRAY['mantel_api'::name, 'mantel_worker'::name])));

--
-- Name: job_party(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.job_party(household uuid) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(household, '00000000-0000-0000-0000-000000000000'::uuid);

--
-- Name: job_statistics(uuid[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.job_statistics(hidden uuid[] DEFAULT '{}'::uuid[]) RETURNS TABLE(queue text, waiting bigint, delayed bigint, published bigint, running bigint, dead bigint, retried bigint, oldest_age double precision, attempts bigint, done bigint, died bigint, median_run double precision, slowest_run double precision)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

--
-- Name: mailbox(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mailbox(address text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(lower(address), '\+[^@]*@'::text, '@'::text);

--
-- Name: mailbox_readers(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mailbox_readers() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(
        SELECT unnest(m.mailbox_shared_with) FROM member m WHERE m.id = viewer()
        UNION
        SELECT o.id FROM account a
            JOIN member o ON o.household_id = viewer_household() AND o.id <> viewer()
            JOIN account b ON b.id = o.account_id AND mailbox(b.email) = mailbox(a.email)
        WHERE a.id = viewer_account());
END $$;

--
-- Name: mark_published(uuid[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mark_published(ids uuid[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE job SET state = 'published', published_at = now()
    WHERE id = ANY (ids) AND (state IN ('waiting', 'published') OR state = 'running' AND lease_until < now())
$$;

--
-- Name: members_of(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.members_of(household uuid) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT m.id FROM member m WHERE m.household_id = household AND m.left_at IS NULL AND m.role <> 'guest' AND m.account_id IS NOT NULL
    ORDER BY m.id
$$;

--
-- Name: my_households(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.my_households() RETURNS TABLE(id uuid, name text, currency text, zone text, member_id uuid, role text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT h.id, h.name, h.currency, h.zone, m.id, m.role
    FROM member m JOIN household h ON h.id = m.household_id
    WHERE m.account_id = viewer_account() AND m.left_at IS NULL
    ORDER BY m.created_at, h.id
$$;

--
-- Name: open_session(uuid, uuid, bytea, text, interval); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.open_session(session uuid, account uuid, token_hash bytea, device text, lifetime interval) RETURNS timestamp with time zone
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    INSERT INTO session (id, account_id, token_hash, device, expires_at)
    VALUES (open_session.session, open_session.account, open_session.token_hash, left(open_session.device, 200), now() + lifetime)
    RETURNING expires_at
$$;

--
-- Name: planned_minor(text, bigint, numeric); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.planned_minor(status text, estimate bigint, paid numeric) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (status = ANY (ARRAY['bought'::text, 'wrapped'::text, 'given'::text])) THEN COALESCE(paid, (estimate)::numeric, (0)::numeric) ELSE COALESCE(NULLIF(paid, (0)::numeric), (estimate)::numeric, (0)::numeric) END;

--
-- Name: rehash(uuid, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rehash(account uuid, password_hash text) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE credential SET password_hash = rehash.password_hash WHERE account_id = rehash.account
$$;

--
-- Name: restore_rows(regclass, uuid, text[], text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.restore_rows(target regclass, household uuid, fields text[], lines text[]) RETURNS TABLE(line integer, code text, field text, rule text, message text)
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
DECLARE
    belongs boolean := EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = target AND a.attname = 'household_id' AND NOT a.attisdropped);
    owner jsonb := CASE WHEN belongs THEN jsonb_build_object('household_id', household) ELSE '{}' END;
    names text := (SELECT string_agg(quote_ident(n), ', ') FROM unnest(fields || CASE WHEN belongs THEN ARRAY['household_id'] ELSE '{}' END) n);
    sorted text[] := ARRAY(SELECT n FROM unnest(fields) n ORDER BY n COLLATE "C");
    statement text := format('INSERT INTO %s (%s) SELECT %s FROM jsonb_populate_recordset(NULL::%s, $1)', target, names, names, target);
    document jsonb;
    name text;
BEGIN
    -- One statement for all of them; which one it was is asked only where that fails.
    BEGIN
        EXECUTE statement USING (SELECT jsonb_agg(l::jsonb || owner ORDER BY i) FROM unnest(lines) WITH ORDINALITY AS u (l, i)
            WHERE ARRAY(SELECT k FROM jsonb_object_keys(l::jsonb) k ORDER BY k COLLATE "C") = sorted);
        IF NOT EXISTS (SELECT FROM unnest(lines) l WHERE ARRAY(SELECT k FROM jsonb_object_keys(l::jsonb) k ORDER BY k COLLATE "C") <> sorted) THEN
            RETURN;
        END IF;
        RAISE EXCEPTION 'fields differ';
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
    FOR i IN 1..cardinality(lines) LOOP
        BEGIN
            document := lines[i]::jsonb;
            IF ARRAY(SELECT k FROM jsonb_object_keys(document) k ORDER BY k COLLATE "C") <> sorted THEN
                RAISE EXCEPTION 'its fields are not those of its table' USING ERRCODE = '22023';
            END IF;
            EXECUTE statement USING jsonb_build_array(document || owner);
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS restore_rows.code = RETURNED_SQLSTATE, restore_rows.field = COLUMN_NAME,
                restore_rows.rule = CONSTRAINT_NAME, restore_rows.message = MESSAGE_TEXT;
            restore_rows.line := i;
        END;
        EXIT WHEN restore_rows.line IS NOT NULL;
    END LOOP;
    IF restore_rows.line IS NULL THEN RETURN; END IF;
    -- A value that is none of its column's type is named by its field.
    IF jsonb_typeof(document) = 'object' AND coalesce(restore_rows.field, '') = '' AND restore_rows.code LIKE '22%' THEN
        FOREACH name IN ARRAY fields LOOP
            BEGIN
                EXECUTE format('SELECT (jsonb_populate_record(NULL::%s, $1)).%I', target, name) USING jsonb_build_object(name, document -> name);
            EXCEPTION WHEN OTHERS THEN
                restore_rows.field := name;
            END;
        END LOOP;
    END IF;
    RETURN NEXT;
END $_$;

--
-- Name: retry_job(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.retry_job(wanted uuid) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    UPDATE job SET state = 'waiting', attempt = 0, crashes = 0, due_at = now(), finished_at = NULL WHERE id = wanted AND state = 'dead';
    IF NOT FOUND THEN RETURN false; END IF;
    PERFORM pg_notify('mantel_job', '');
    RETURN true;
EXCEPTION WHEN unique_violation THEN
    RETURN false;
END $$;

--
-- Name: revealed_gifts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.revealed_gifts() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(
        SELECT g.id FROM subject s JOIN gift g ON g.household_id = s.household_id AND g.recipient_id = s.recipient_id
        WHERE s.household_id = viewer_household() AND s.member_id = ANY (viewer() || device_readers()) AND g.revealed_at IS NOT NULL);
END $$;

--
-- Name: revealed_occasions(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.revealed_occasions() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(
        SELECT o.id FROM occasion o JOIN household h ON h.id = o.household_id
        WHERE o.household_id = viewer_household() AND o.reveal_day <= (now() AT TIME ZONE h.zone)::date);
END $$;

--
-- Name: secret_recipients(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.secret_recipients() RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN ARRAY(SELECT DISTINCT s.recipient_id FROM subject s WHERE s.member_id = ANY (viewer() || device_readers()));
END $$;

--
-- Name: sign_up(uuid, text, text, text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sign_up(account uuid, email text, name text, locale text, zone text, password_hash text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO account (id, email, name, locale, zone)
        VALUES (sign_up.account, sign_up.email, sign_up.name, sign_up.locale, sign_up.zone)
        -- Not by column: "email" is a parameter here too. The id is new, so only the address can clash.
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO credential (account_id, password_hash) VALUES (sign_up.account, sign_up.password_hash);
    RETURN true;
END $$;

--
-- Name: stale_queues(interval); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.stale_queues(age interval) RETURNS TABLE(queue text, open bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT j.queue, count(*) FROM job j WHERE j.state = 'published' OR j.state = 'running' GROUP BY j.queue
    HAVING min(j.published_at) FILTER (WHERE j.state = 'published') < now() - age
$$;

--
-- Name: sweep(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sweep(batch integer) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

--
-- Name: take_budget_position(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_budget_position() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF is_restoring() THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.occasion_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;

--
-- Name: take_category_position(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_category_position() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF is_restoring() THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.category_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;

--
-- Name: take_due_jobs(integer, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_due_jobs(batch integer, share integer) RETURNS TABLE(id uuid, queue text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

--
-- Name: take_lost_jobs(text[], interval, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.take_lost_jobs(queues text[], age interval, batch integer) RETURNS TABLE(id uuid, queue text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT j.id, j.queue FROM job j
    WHERE j.state = 'published' AND j.queue = ANY (queues) AND j.published_at < now() - age
    ORDER BY j.published_at LIMIT batch FOR UPDATE SKIP LOCKED
$$;

--
-- Name: tell_scan_of_its_job(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.tell_scan_of_its_job() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    IF NEW.state = 'dead' THEN
        UPDATE scan SET state = 'failed', stage = 'failed', changed_at = now(),
            problem = 'The text reader failed on this picture. Try another photo, or fill in the form yourself.'
        WHERE household_id = NEW.household_id AND id = (NEW.payload ->> 'scan')::uuid AND state IN ('queued', 'running');
    ELSE
        -- Dead no more: an operator has it tried again.
        UPDATE scan SET state = 'queued', stage = 'queued', progress = 0, problem = NULL, changed_at = now()
        WHERE household_id = NEW.household_id AND id = (NEW.payload ->> 'scan')::uuid AND state = 'failed';
    END IF;
    RETURN NULL;
END $$;

--
-- Name: throttled(text[], integer, interval); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.throttled(keys text[], allowed integer, period interval) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    SELECT coalesce(max(ceil(extract(epoch FROM window_start + period - now()))::int), 0)
    FROM throttle WHERE key = ANY (keys) AND window_start > now() - period AND failures >= allowed
$$;

--
-- Name: touch_session(bytea); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_session(token bytea) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
    UPDATE session SET used_at = now() WHERE token_hash = token AND used_at < now() - interval '1 hour'
$$;

--
-- Name: viewer(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewer() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('mantel.viewer'::text, true), ''::text))::uuid;

--
-- Name: viewer_account(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewer_account() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('mantel.account'::text, true), ''::text))::uuid;

--
-- Name: viewer_gives(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewer_gives(wanted uuid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
    SELECT EXISTS (
        SELECT FROM gift g
        WHERE g.household_id = viewer_household() AND g.id = wanted AND (
            g.created_by = viewer()
            OR EXISTS (
                SELECT FROM ledger_entry e
                WHERE e.household_id = g.household_id AND e.occasion_id = g.occasion_id AND e.recipient_id = g.recipient_id
                  AND e.gift_id = g.id AND e.kind = 'purchase' AND viewer() IN (e.paid_by, e.entered_by))
            OR EXISTS (
                SELECT FROM contribution c
                WHERE c.household_id = g.household_id AND c.gift_id = g.id AND c.member_id = viewer() AND c.withdrawn_at IS NULL)))
$$;

--
-- Name: viewer_household(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewer_household() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('mantel.household'::text, true), ''::text))::uuid;

--
-- Name: viewer_role(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.viewer_role() RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN NULLIF(current_setting('mantel.role'::text, true), ''::text);

--
-- Name: wall_time(timestamp with time zone, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.wall_time(moment timestamp with time zone, zone text) RETURNS timestamp without time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
    RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN moment AT TIME ZONE 'UTC';
END $$;

--
-- Name: account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    zone text DEFAULT 'UTC'::text NOT NULL,
    mail_notices boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    disabled_at timestamp with time zone,
    quiet_from time without time zone,
    quiet_to time without time zone,
    digest_at time without time zone,
    digest_weekday integer,
    CONSTRAINT account_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
    CONSTRAINT account_check1 CHECK ((quiet_from <> quiet_to)),
    CONSTRAINT account_check2 CHECK (((digest_weekday IS NULL) OR (digest_at IS NOT NULL))),
    CONSTRAINT account_digest_weekday_check CHECK (((digest_weekday >= 1) AND (digest_weekday <= 7))),
    CONSTRAINT account_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT account_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

--
-- Name: administrator; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.administrator (
    account_id uuid NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: budget_category; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.budget_category (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT budget_category_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

ALTER TABLE ONLY public.budget_category FORCE ROW LEVEL SECURITY;

--
-- Name: budget_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.budget_entry (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint NOT NULL,
    day date NOT NULL,
    note text,
    paid_by uuid NOT NULL,
    takes_back uuid,
    "position" bigint NOT NULL,
    entered_by uuid NOT NULL,
    entered_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT budget_entry_minor_check CHECK (((minor >= '-1000000000000'::bigint) AND (minor <= '1000000000000'::bigint))),
    CONSTRAINT budget_entry_note_check CHECK ((length(note) <= 300))
);

ALTER TABLE ONLY public.budget_entry FORCE ROW LEVEL SECURITY;

--
-- Name: budget_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.budget_limit (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid,
    minor bigint,
    "position" bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT budget_limit_minor_check CHECK (((minor >= 0) AND (minor <= '1000000000000'::bigint)))
);

--
-- Name: budget_position; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.budget_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

--
-- Name: category_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.category_limit (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint,
    "position" bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT category_limit_minor_check CHECK (((minor >= 0) AND (minor <= '1000000000000'::bigint)))
);

ALTER TABLE ONLY public.category_limit FORCE ROW LEVEL SECURITY;

--
-- Name: contribution; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contribution (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    member_id uuid NOT NULL,
    minor bigint,
    weight integer,
    entered_by uuid NOT NULL,
    entered_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone,
    CONSTRAINT contribution_check CHECK (((minor IS NULL) <> (weight IS NULL))),
    CONSTRAINT contribution_minor_check CHECK (((minor >= 0) AND (minor <= '1000000000000'::bigint))),
    CONSTRAINT contribution_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);

ALTER TABLE ONLY public.contribution FORCE ROW LEVEL SECURITY;

--
-- Name: credential; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.credential (
    account_id uuid NOT NULL,
    password_hash text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: delivery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delivery (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    notice_id uuid,
    channel text NOT NULL,
    state text NOT NULL,
    detail text,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    invitation_id uuid,
    content jsonb,
    unanswered integer DEFAULT 0 NOT NULL,
    digest_id uuid,
    CONSTRAINT delivery_channel_check CHECK ((channel = 'mail'::text)),
    CONSTRAINT delivery_check CHECK ((num_nonnulls(notice_id, invitation_id, digest_id) = 1)),
    CONSTRAINT delivery_content_check CHECK ((octet_length((content)::text) <= 16384)),
    CONSTRAINT delivery_detail_check CHECK ((length(detail) <= 500)),
    CONSTRAINT delivery_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'bounced'::text, 'unconfirmed'::text]))),
    CONSTRAINT delivery_unanswered_check CHECK ((unanswered >= 0))
);

--
-- Name: digest; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.digest (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone
);

ALTER TABLE ONLY public.digest FORCE ROW LEVEL SECURITY;

--
-- Name: event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    title text NOT NULL,
    start_day date NOT NULL,
    start_time time without time zone,
    end_day date NOT NULL,
    end_time time without time zone,
    zone text,
    location text,
    description text,
    url text,
    recurrence text,
    alarms integer[] DEFAULT '{}'::integer[] NOT NULL,
    attendees text[] DEFAULT '{}'::text[] NOT NULL,
    sequence integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    picture_id uuid,
    scan_id uuid,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT event_check CHECK (((start_time IS NULL) = (zone IS NULL))),
    CONSTRAINT event_check1 CHECK (((end_time IS NULL) OR (start_time IS NOT NULL))),
    CONSTRAINT event_check2 CHECK ((end_day >= start_day)),
    CONSTRAINT event_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT event_location_check CHECK ((length(location) <= 1000)),
    CONSTRAINT event_recurrence_check CHECK ((length(recurrence) <= 500)),
    CONSTRAINT event_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300))),
    CONSTRAINT event_url_check CHECK ((length(url) <= 2000))
);

--
-- Name: gift; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gift (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    estimate_minor bigint,
    url text,
    notes text,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    revealed_at timestamp with time zone,
    category_id uuid,
    CONSTRAINT gift_estimate_minor_check CHECK (((estimate_minor >= 0) AND (estimate_minor <= '1000000000000'::bigint))),
    CONSTRAINT gift_name_check CHECK (((length(name) >= 1) AND (length(name) <= 300))),
    CONSTRAINT gift_notes_check CHECK ((length(notes) <= 10000)),
    CONSTRAINT gift_status_check CHECK ((status = ANY (ARRAY['idea'::text, 'planned'::text, 'ordered'::text, 'bought'::text, 'wrapped'::text, 'given'::text]))),
    CONSTRAINT gift_url_check CHECK ((length(url) <= 2000))
);

--
-- Name: gift_category_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gift_category_limit (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint,
    "position" bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gift_category_limit_minor_check CHECK (((minor >= 0) AND (minor <= '1000000000000'::bigint)))
);

ALTER TABLE ONLY public.gift_category_limit FORCE ROW LEVEL SECURITY;

--
-- Name: gift_logistics; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gift_logistics (
    gift_id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    hiding_place text,
    return_by date,
    order_number text,
    tracking_number text,
    version integer DEFAULT 1 NOT NULL,
    changed_by uuid NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gift_logistics_hiding_place_check CHECK (((length(hiding_place) >= 1) AND (length(hiding_place) <= 300))),
    CONSTRAINT gift_logistics_order_number_check CHECK (((length(order_number) >= 1) AND (length(order_number) <= 100))),
    CONSTRAINT gift_logistics_tracking_number_check CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 100)))
);

ALTER TABLE ONLY public.gift_logistics FORCE ROW LEVEL SECURITY;

--
-- Name: household; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.household (
    id uuid NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    zone text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    thresholds integer[] DEFAULT '{80,100}'::integer[] NOT NULL,
    CONSTRAINT household_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT household_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT household_thresholds_check CHECK (public.are_thresholds(thresholds))
);

--
-- Name: invitation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invitation (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    email text,
    role text NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    revoked_at timestamp with time zone,
    CONSTRAINT invitation_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['organiser'::text, 'adult'::text, 'child'::text, 'guest'::text])))
);

--
-- Name: ledger_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_entry (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    kind text NOT NULL,
    minor bigint,
    paid_by uuid NOT NULL,
    day date,
    receipt_id uuid,
    "position" bigint NOT NULL,
    entered_by uuid NOT NULL,
    entered_at timestamp with time zone DEFAULT now() NOT NULL,
    original_minor bigint,
    original_currency text,
    rate numeric,
    about uuid,
    reason text,
    batch_id uuid DEFAULT public.current_batch() NOT NULL,
    undoes uuid,
    status_before text,
    CONSTRAINT ledger_entry_check CHECK (((original_minor IS NULL) = (original_currency IS NULL))),
    CONSTRAINT ledger_entry_check1 CHECK (((rate IS NULL) OR (original_minor IS NOT NULL))),
    CONSTRAINT ledger_entry_check2 CHECK (((about IS NULL) OR (kind <> 'purchase'::text))),
    CONSTRAINT ledger_entry_check3 CHECK (((minor IS NOT NULL) OR ((kind = 'purchase'::text) AND (original_minor IS NOT NULL) AND (rate IS NULL)))),
    CONSTRAINT ledger_entry_check4 CHECK (((undoes IS NULL) OR (kind = 'correction'::text))),
    CONSTRAINT ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'refund'::text, 'correction'::text]))),
    CONSTRAINT ledger_entry_minor_check CHECK (((minor >= '-1000000000000'::bigint) AND (minor <= '1000000000000'::bigint))),
    CONSTRAINT ledger_entry_original_minor_check CHECK (((original_minor >= 0) AND (original_minor <= '1000000000000'::bigint))),
    CONSTRAINT ledger_entry_rate_check CHECK ((rate > (0)::numeric)),
    CONSTRAINT ledger_entry_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    CONSTRAINT ledger_entry_status_before_check CHECK ((status_before = ANY (ARRAY['idea'::text, 'planned'::text, 'ordered'::text, 'bought'::text, 'wrapped'::text, 'given'::text])))
);

--
-- Name: member; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.member (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    account_id uuid,
    name text NOT NULL,
    role text NOT NULL,
    paper smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    left_at timestamp with time zone,
    thresholds integer[],
    mailbox_shared_with uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT member_mailbox_shared_with_check CHECK ((cardinality(mailbox_shared_with) <= 50)),
    CONSTRAINT member_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['organiser'::text, 'adult'::text, 'child'::text, 'guest'::text]))),
    CONSTRAINT member_thresholds_check CHECK (public.are_thresholds(thresholds))
);

--
-- Name: notice; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notice (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    occasion_id uuid,
    recipient_id uuid,
    threshold integer,
    arming bigint,
    over_minor bigint,
    limit_minor bigint,
    currency text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone,
    category_id uuid,
    month date,
    digest_id uuid,
    CONSTRAINT notice_kind_check CHECK ((kind = ANY (ARRAY['budget'::text, 'reminder'::text, 'claim'::text, 'exchange'::text, 'invitation'::text, 'scan'::text, 'system'::text])))
);

--
-- Name: notice_way; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notice_way (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    way text NOT NULL,
    CONSTRAINT notice_way_kind_check CHECK ((kind = ANY (ARRAY['budget'::text, 'reminder'::text, 'claim'::text, 'exchange'::text, 'invitation'::text, 'scan'::text]))),
    CONSTRAINT notice_way_way_check CHECK ((way = ANY (ARRAY['mail'::text, 'app'::text, 'none'::text])))
);

ALTER TABLE ONLY public.notice_way FORCE ROW LEVEL SECURITY;

--
-- Name: occasion; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.occasion (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    name text NOT NULL,
    day date NOT NULL,
    reveal_day date,
    currency text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    rule text,
    thresholds integer[],
    CONSTRAINT occasion_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT occasion_rule_check CHECK ((length(rule) <= 40)),
    CONSTRAINT occasion_thresholds_check CHECK (public.are_thresholds(thresholds))
);

--
-- Name: picture; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.picture (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    created_by uuid NOT NULL,
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT picture_bytes_check CHECK ((length(bytes) <= 15728640))
);
ALTER TABLE ONLY public.picture ALTER COLUMN bytes SET STORAGE EXTERNAL;

--
-- Name: recipient; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recipient (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    name text NOT NULL,
    paper smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT recipient_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

--
-- Name: recipient_note; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recipient_note (
    recipient_id uuid NOT NULL,
    household_id uuid NOT NULL,
    notes text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT recipient_note_notes_check CHECK ((length(notes) <= 10000))
);

--
-- Name: removal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.removal (
    id uuid DEFAULT public.current_batch() NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid,
    recipient_id uuid,
    gift_id uuid,
    restores uuid,
    made_by uuid NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT removal_check CHECK (
CASE
    WHEN (gift_id IS NULL) THEN ((occasion_id IS NULL) <> (recipient_id IS NULL))
    ELSE ((occasion_id IS NOT NULL) AND (recipient_id IS NOT NULL))
END)
);

ALTER TABLE ONLY public.removal FORCE ROW LEVEL SECURITY;

--
-- Name: repayment; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.repayment (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    paid_by uuid NOT NULL,
    paid_to uuid NOT NULL,
    minor bigint NOT NULL,
    day date,
    entered_by uuid NOT NULL,
    entered_at timestamp with time zone DEFAULT now() NOT NULL,
    withdrawn_at timestamp with time zone,
    CONSTRAINT repayment_check CHECK ((paid_to <> paid_by)),
    CONSTRAINT repayment_minor_check CHECK (((minor >= 1) AND (minor <= '1000000000000'::bigint)))
);

ALTER TABLE ONLY public.repayment FORCE ROW LEVEL SECURITY;

--
-- Name: scan; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.scan (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    created_by uuid NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    stage text DEFAULT 'queued'::text NOT NULL,
    progress integer DEFAULT 0 NOT NULL,
    problem text,
    reading jsonb,
    picture_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    deleted_at timestamp with time zone,
    CONSTRAINT scan_kind_check CHECK ((kind = ANY (ARRAY['flyer'::text, 'receipt'::text]))),
    CONSTRAINT scan_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
    CONSTRAINT scan_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);

--
-- Name: schedule_period; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schedule_period (
    schedule text NOT NULL,
    household_id uuid,
    period text NOT NULL,
    job_id uuid NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT schedule_period_period_check CHECK (((length(period) >= 1) AND (length(period) <= 40))),
    CONSTRAINT schedule_period_schedule_check CHECK (((length(schedule) >= 1) AND (length(schedule) <= 100)))
);

--
-- Name: schema_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migration (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    shared_with uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT session_device_check CHECK ((length(device) <= 200)),
    CONSTRAINT session_shared_with_check CHECK ((cardinality(shared_with) <= 200))
);

--
-- Name: subject; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subject (
    household_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    member_id uuid NOT NULL,
    is_chosen boolean DEFAULT false NOT NULL
);

--
-- Name: throttle; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.throttle (
    key text NOT NULL,
    window_start timestamp with time zone NOT NULL,
    failures integer NOT NULL,
    CONSTRAINT throttle_key_check CHECK ((length(key) <= 300))
);

--
-- Name: upload; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.upload (
    scan_id uuid NOT NULL,
    household_id uuid NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT upload_bytes_check CHECK ((length(bytes) <= 15728640))
);
ALTER TABLE ONLY public.upload ALTER COLUMN bytes SET STORAGE EXTERNAL;

--
-- Name: account account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

--
-- Name: administrator administrator_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.administrator
    ADD CONSTRAINT administrator_pkey PRIMARY KEY (account_id);

--
-- Name: budget_category budget_category_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_category
    ADD CONSTRAINT budget_category_household_id_id_key UNIQUE (household_id, id);

--
-- Name: budget_category budget_category_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_category
    ADD CONSTRAINT budget_category_pkey PRIMARY KEY (id);

--
-- Name: budget_entry budget_entry_household_id_category_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_household_id_category_id_id_key UNIQUE (household_id, category_id, id);

--
-- Name: budget_entry budget_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_pkey PRIMARY KEY (id);

--
-- Name: budget_limit budget_limit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_limit
    ADD CONSTRAINT budget_limit_pkey PRIMARY KEY (id);

--
-- Name: category_limit category_limit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category_limit
    ADD CONSTRAINT category_limit_pkey PRIMARY KEY (id);

--
-- Name: contribution contribution_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contribution
    ADD CONSTRAINT contribution_pkey PRIMARY KEY (id);

--
-- Name: credential credential_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (account_id);

--
-- Name: delivery delivery_digest_id_channel_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_digest_id_channel_key UNIQUE (digest_id, channel);

--
-- Name: delivery delivery_invitation_id_channel_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_invitation_id_channel_key UNIQUE (invitation_id, channel);

--
-- Name: delivery delivery_notice_id_channel_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_notice_id_channel_key UNIQUE (notice_id, channel);

--
-- Name: delivery delivery_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);

--
-- Name: digest digest_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.digest
    ADD CONSTRAINT digest_household_id_id_key UNIQUE (household_id, id);

--
-- Name: digest digest_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.digest
    ADD CONSTRAINT digest_pkey PRIMARY KEY (id);

--
-- Name: event event_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_household_id_id_key UNIQUE (household_id, id);

--
-- Name: event event_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

--
-- Name: gift_category_limit gift_category_limit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_category_limit
    ADD CONSTRAINT gift_category_limit_pkey PRIMARY KEY (id);

--
-- Name: gift gift_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_id_key UNIQUE (household_id, id);

--
-- Name: gift gift_household_id_occasion_id_recipient_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_occasion_id_recipient_id_id_key UNIQUE (household_id, occasion_id, recipient_id, id);

--
-- Name: gift_logistics gift_logistics_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_logistics
    ADD CONSTRAINT gift_logistics_pkey PRIMARY KEY (gift_id);

--
-- Name: gift gift_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_pkey PRIMARY KEY (id);

--
-- Name: household household_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.household
    ADD CONSTRAINT household_pkey PRIMARY KEY (id);

--
-- Name: invitation invitation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);

--
-- Name: ledger_entry ledger_entry_household_id_gift_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_gift_id_id_key UNIQUE (household_id, gift_id, id);

--
-- Name: ledger_entry ledger_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (id);

--
-- Name: member member_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_household_id_id_key UNIQUE (household_id, id);

--
-- Name: member member_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (id);

--
-- Name: notice notice_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);

--
-- Name: notice_way notice_way_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice_way
    ADD CONSTRAINT notice_way_pkey PRIMARY KEY (account_id, kind);

--
-- Name: occasion occasion_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.occasion
    ADD CONSTRAINT occasion_household_id_id_key UNIQUE (household_id, id);

--
-- Name: occasion occasion_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.occasion
    ADD CONSTRAINT occasion_pkey PRIMARY KEY (id);

--
-- Name: picture picture_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_household_id_id_key UNIQUE (household_id, id);

--
-- Name: picture picture_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (id);

--
-- Name: recipient recipient_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipient
    ADD CONSTRAINT recipient_household_id_id_key UNIQUE (household_id, id);

--
-- Name: recipient_note recipient_note_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipient_note
    ADD CONSTRAINT recipient_note_pkey PRIMARY KEY (recipient_id);

--
-- Name: recipient recipient_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipient
    ADD CONSTRAINT recipient_pkey PRIMARY KEY (id);

--
-- Name: removal removal_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_id_key UNIQUE (household_id, id);

--
-- Name: removal removal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_pkey PRIMARY KEY (id);

--
-- Name: repayment repayment_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repayment
    ADD CONSTRAINT repayment_pkey PRIMARY KEY (id, gift_id);

--
-- Name: scan scan_household_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scan
    ADD CONSTRAINT scan_household_id_id_key UNIQUE (household_id, id);

--
-- Name: scan scan_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scan
    ADD CONSTRAINT scan_pkey PRIMARY KEY (id);

--
-- Name: schedule_period schedule_period_schedule_household_id_period_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schedule_period
    ADD CONSTRAINT schedule_period_schedule_household_id_period_key UNIQUE NULLS NOT DISTINCT (schedule, household_id, period);

--
-- Name: schema_migration schema_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (version);

--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

--
-- Name: subject subject_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subject
    ADD CONSTRAINT subject_pkey PRIMARY KEY (member_id, recipient_id);

--
-- Name: throttle throttle_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (key, window_start);

--
-- Name: upload upload_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (scan_id);

--
-- Name: account_email_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX account_email_unique ON public.account USING btree (lower(email));

--
-- Name: budget_category_name; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX budget_category_name ON public.budget_category USING btree (household_id, lower(name)) WHERE (deleted_at IS NULL);

--
-- Name: budget_entry_month; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX budget_entry_month ON public.budget_entry USING btree (household_id, category_id, day);

--
-- Name: budget_entry_taken_back; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX budget_entry_taken_back ON public.budget_entry USING btree (household_id, takes_back) WHERE (takes_back IS NOT NULL);

--
-- Name: budget_limit_current; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX budget_limit_current ON public.budget_limit USING btree (household_id, occasion_id, recipient_id, "position" DESC);

--
-- Name: category_limit_current; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX category_limit_current ON public.category_limit USING btree (household_id, category_id, "position" DESC);

--
-- Name: contribution_occasion; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX contribution_occasion ON public.contribution USING btree (household_id, occasion_id, gift_id);

--
-- Name: contribution_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX contribution_once ON public.contribution USING btree (household_id, gift_id, member_id) WHERE (withdrawn_at IS NULL);

--
-- Name: digest_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX digest_open ON public.digest USING btree (household_id, member_id) WHERE (closed_at IS NULL);

--
-- Name: event_household_day; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX event_household_day ON public.event USING btree (household_id, start_day) WHERE (deleted_at IS NULL);

--
-- Name: event_scan_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX event_scan_once ON public.event USING btree (scan_id, title, start_day, COALESCE(start_time, '00:00:00'::time without time zone)) WHERE ((scan_id IS NOT NULL) AND (deleted_at IS NULL));

--
-- Name: gift_category_limit_current; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gift_category_limit_current ON public.gift_category_limit USING btree (household_id, occasion_id, category_id, "position" DESC);

--
-- Name: gift_logistics_occasion; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gift_logistics_occasion ON public.gift_logistics USING btree (household_id, occasion_id, recipient_id);

--
-- Name: gift_revealed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX gift_revealed ON public.gift USING btree (household_id, recipient_id) WHERE (revealed_at IS NOT NULL);

--
-- Name: invitation_household; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invitation_household ON public.invitation USING btree (household_id);

--
-- Name: invitation_token_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX invitation_token_unique ON public.invitation USING btree (token_hash);

--
-- Name: job_ended; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_ended ON public.job USING btree (state, finished_at) WHERE (state = ANY (ARRAY['done'::text, 'dead'::text]));

--
-- Name: job_line; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_line ON public.job USING btree (queue, public.job_party(household_id), due_at) WHERE (state = 'waiting'::text);

--
-- Name: job_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX job_once ON public.job USING btree (kind, household_id, dedup_key) NULLS NOT DISTINCT WHERE ((dedup_key IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'published'::text, 'running'::text])));

--
-- Name: job_published; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_published ON public.job USING btree (queue, published_at) WHERE (state = 'published'::text);

--
-- Name: job_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_running ON public.job USING btree (lease_until) WHERE (state = 'running'::text);

--
-- Name: job_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX job_waiting ON public.job USING btree (due_at) WHERE (state = 'waiting'::text);

--
-- Name: ledger_entry_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entry_about ON public.ledger_entry USING btree (household_id, about) WHERE (about IS NOT NULL);

--
-- Name: ledger_entry_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entry_batch ON public.ledger_entry USING btree (household_id, batch_id);

--
-- Name: ledger_entry_occasion; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entry_occasion ON public.ledger_entry USING btree (household_id, occasion_id, recipient_id, gift_id);

--
-- Name: ledger_entry_position; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_entry_position ON public.ledger_entry USING btree (household_id, occasion_id, "position");

--
-- Name: ledger_entry_undone; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_entry_undone ON public.ledger_entry USING btree (household_id, undoes) WHERE (undoes IS NOT NULL);

--
-- Name: ledger_entry_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entry_waiting ON public.ledger_entry USING btree (household_id, occasion_id) WHERE (minor IS NULL);

--
-- Name: member_account_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX member_account_unique ON public.member USING btree (account_id, household_id) WHERE (left_at IS NULL);

--
-- Name: notice_digest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notice_digest ON public.notice USING btree (household_id, digest_id) WHERE (digest_id IS NOT NULL);

--
-- Name: notice_member; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notice_member ON public.notice USING btree (household_id, member_id, id DESC);

--
-- Name: notice_of_category_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX notice_of_category_once ON public.notice USING btree (member_id, category_id, month, threshold, arming) WHERE (month IS NOT NULL);

--
-- Name: notice_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX notice_once ON public.notice USING btree (member_id, occasion_id, COALESCE(recipient_id, '00000000-0000-0000-0000-000000000000'::uuid), COALESCE(category_id, '00000000-0000-0000-0000-000000000000'::uuid), threshold, arming) WHERE (kind = 'budget'::text);

--
-- Name: notice_reminder_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX notice_reminder_once ON public.notice USING btree (member_id, occasion_id, threshold, arming) WHERE (kind = 'reminder'::text);

--
-- Name: occasion_household; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX occasion_household ON public.occasion USING btree (household_id, day);

--
-- Name: recipient_household; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recipient_household ON public.recipient USING btree (household_id);

--
-- Name: removal_made; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX removal_made ON public.removal USING btree (household_id, made_at);

--
-- Name: removal_restored; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX removal_restored ON public.removal USING btree (household_id, restores) WHERE (restores IS NOT NULL);

--
-- Name: repayment_occasion; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX repayment_occasion ON public.repayment USING btree (household_id, occasion_id, gift_id);

--
-- Name: scan_household; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX scan_household ON public.scan USING btree (household_id, created_by, id DESC);

--
-- Name: schedule_period_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX schedule_period_age ON public.schedule_period USING btree (made_at);

--
-- Name: session_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_account ON public.session USING btree (account_id);

--
-- Name: session_token_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX session_token_unique ON public.session USING btree (token_hash);

--
-- Name: subject_recipient; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX subject_recipient ON public.subject USING btree (household_id, recipient_id);

--
-- Name: job announce_due_jobs; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER announce_due_jobs AFTER INSERT ON public.job REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.announce_due_jobs();

--
-- Name: notice announce_news; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER announce_news AFTER INSERT OR UPDATE OF read_at ON public.notice FOR EACH ROW EXECUTE FUNCTION public.announce_news();

--
-- Name: scan announce_news; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER announce_news AFTER INSERT OR UPDATE OF state, stage, progress ON public.scan FOR EACH ROW EXECUTE FUNCTION public.announce_news();

--
-- Name: budget_entry take_position; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER take_position BEFORE INSERT ON public.budget_entry FOR EACH ROW EXECUTE FUNCTION public.take_category_position();

--
-- Name: budget_limit take_position; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER take_position BEFORE INSERT ON public.budget_limit FOR EACH ROW EXECUTE FUNCTION public.take_budget_position();

--
-- Name: category_limit take_position; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER take_position BEFORE INSERT ON public.category_limit FOR EACH ROW EXECUTE FUNCTION public.take_category_position();

--
-- Name: gift_category_limit take_position; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER take_position BEFORE INSERT ON public.gift_category_limit FOR EACH ROW EXECUTE FUNCTION public.take_budget_position();

--
-- Name: ledger_entry take_position; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER take_position BEFORE INSERT ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION public.take_budget_position();

--
-- Name: job tell_scan_of_its_job; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tell_scan_of_its_job AFTER UPDATE OF state ON public.job FOR EACH ROW WHEN (((new.kind = 'scan.read'::text) AND ((new.state = 'dead'::text) <> (old.state = 'dead'::text)))) EXECUTE FUNCTION public.tell_scan_of_its_job();

--
-- Name: administrator administrator_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.administrator
    ADD CONSTRAINT administrator_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

--
-- Name: budget_category budget_category_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_category
    ADD CONSTRAINT budget_category_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: budget_category budget_category_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_category
    ADD CONSTRAINT budget_category_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: budget_entry budget_entry_household_id_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES public.budget_category(household_id, id) ON DELETE CASCADE;

--
-- Name: budget_entry budget_entry_household_id_category_id_takes_back_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_household_id_category_id_takes_back_fkey FOREIGN KEY (household_id, category_id, takes_back) REFERENCES public.budget_entry(household_id, category_id, id);

--
-- Name: budget_entry budget_entry_household_id_entered_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_household_id_entered_by_fkey FOREIGN KEY (household_id, entered_by) REFERENCES public.member(household_id, id);

--
-- Name: budget_entry budget_entry_household_id_paid_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_entry
    ADD CONSTRAINT budget_entry_household_id_paid_by_fkey FOREIGN KEY (household_id, paid_by) REFERENCES public.member(household_id, id);

--
-- Name: budget_limit budget_limit_household_id_occasion_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_limit
    ADD CONSTRAINT budget_limit_household_id_occasion_id_fkey FOREIGN KEY (household_id, occasion_id) REFERENCES public.occasion(household_id, id) ON DELETE CASCADE;

--
-- Name: budget_limit budget_limit_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_limit
    ADD CONSTRAINT budget_limit_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: budget_limit budget_limit_household_id_set_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budget_limit
    ADD CONSTRAINT budget_limit_household_id_set_by_fkey FOREIGN KEY (household_id, set_by) REFERENCES public.member(household_id, id);

--
-- Name: category_limit category_limit_household_id_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category_limit
    ADD CONSTRAINT category_limit_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES public.budget_category(household_id, id) ON DELETE CASCADE;

--
-- Name: category_limit category_limit_household_id_set_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.category_limit
    ADD CONSTRAINT category_limit_household_id_set_by_fkey FOREIGN KEY (household_id, set_by) REFERENCES public.member(household_id, id);

--
-- Name: contribution contribution_household_id_entered_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contribution
    ADD CONSTRAINT contribution_household_id_entered_by_fkey FOREIGN KEY (household_id, entered_by) REFERENCES public.member(household_id, id);

--
-- Name: contribution contribution_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contribution
    ADD CONSTRAINT contribution_household_id_member_id_fkey FOREIGN KEY (household_id, member_id) REFERENCES public.member(household_id, id);

--
-- Name: contribution contribution_household_id_occasion_id_recipient_id_gift_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contribution
    ADD CONSTRAINT contribution_household_id_occasion_id_recipient_id_gift_id_fkey FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES public.gift(household_id, occasion_id, recipient_id, id) ON DELETE CASCADE;

--
-- Name: credential credential_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

--
-- Name: delivery delivery_household_id_digest_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_household_id_digest_id_fkey FOREIGN KEY (household_id, digest_id) REFERENCES public.digest(household_id, id) ON DELETE CASCADE;

--
-- Name: delivery delivery_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_household_id_member_id_fkey FOREIGN KEY (household_id, member_id) REFERENCES public.member(household_id, id) ON DELETE CASCADE;

--
-- Name: delivery delivery_invitation_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitation(id) ON DELETE CASCADE;

--
-- Name: delivery delivery_notice_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES public.notice(id) ON DELETE CASCADE;

--
-- Name: digest digest_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.digest
    ADD CONSTRAINT digest_household_id_member_id_fkey FOREIGN KEY (household_id, member_id) REFERENCES public.member(household_id, id) ON DELETE CASCADE;

--
-- Name: event event_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: event event_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: event event_household_id_picture_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_household_id_picture_id_fkey FOREIGN KEY (household_id, picture_id) REFERENCES public.picture(household_id, id);

--
-- Name: event event_household_id_scan_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_household_id_scan_id_fkey FOREIGN KEY (household_id, scan_id) REFERENCES public.scan(household_id, id);

--
-- Name: gift_category_limit gift_category_limit_household_id_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_category_limit
    ADD CONSTRAINT gift_category_limit_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES public.budget_category(household_id, id) ON DELETE CASCADE;

--
-- Name: gift_category_limit gift_category_limit_household_id_occasion_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_category_limit
    ADD CONSTRAINT gift_category_limit_household_id_occasion_id_fkey FOREIGN KEY (household_id, occasion_id) REFERENCES public.occasion(household_id, id) ON DELETE CASCADE;

--
-- Name: gift_category_limit gift_category_limit_household_id_set_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_category_limit
    ADD CONSTRAINT gift_category_limit_household_id_set_by_fkey FOREIGN KEY (household_id, set_by) REFERENCES public.member(household_id, id);

--
-- Name: gift gift_household_id_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES public.budget_category(household_id, id);

--
-- Name: gift gift_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: gift gift_household_id_occasion_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_occasion_id_fkey FOREIGN KEY (household_id, occasion_id) REFERENCES public.occasion(household_id, id) ON DELETE CASCADE;

--
-- Name: gift gift_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift
    ADD CONSTRAINT gift_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: gift_logistics gift_logistics_household_id_changed_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_logistics
    ADD CONSTRAINT gift_logistics_household_id_changed_by_fkey FOREIGN KEY (household_id, changed_by) REFERENCES public.member(household_id, id);

--
-- Name: gift_logistics gift_logistics_household_id_occasion_id_recipient_id_gift__fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gift_logistics
    ADD CONSTRAINT gift_logistics_household_id_occasion_id_recipient_id_gift__fkey FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES public.gift(household_id, occasion_id, recipient_id, id) ON DELETE CASCADE;

--
-- Name: invitation invitation_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: invitation invitation_household_id_invited_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_household_id_invited_by_fkey FOREIGN KEY (household_id, invited_by) REFERENCES public.member(household_id, id);

--
-- Name: ledger_entry ledger_entry_household_id_entered_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_entered_by_fkey FOREIGN KEY (household_id, entered_by) REFERENCES public.member(household_id, id);

--
-- Name: ledger_entry ledger_entry_household_id_gift_id_about_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_gift_id_about_fkey FOREIGN KEY (household_id, gift_id, about) REFERENCES public.ledger_entry(household_id, gift_id, id);

--
-- Name: ledger_entry ledger_entry_household_id_gift_id_undoes_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_gift_id_undoes_fkey FOREIGN KEY (household_id, gift_id, undoes) REFERENCES public.ledger_entry(household_id, gift_id, id);

--
-- Name: ledger_entry ledger_entry_household_id_occasion_id_recipient_id_gift_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_occasion_id_recipient_id_gift_id_fkey FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES public.gift(household_id, occasion_id, recipient_id, id);

--
-- Name: ledger_entry ledger_entry_household_id_paid_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_household_id_paid_by_fkey FOREIGN KEY (household_id, paid_by) REFERENCES public.member(household_id, id);

--
-- Name: member member_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE SET NULL;

--
-- Name: member member_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: notice notice_household_id_category_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_household_id_category_id_fkey FOREIGN KEY (household_id, category_id) REFERENCES public.budget_category(household_id, id) ON DELETE CASCADE;

--
-- Name: notice notice_household_id_digest_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_household_id_digest_id_fkey FOREIGN KEY (household_id, digest_id) REFERENCES public.digest(household_id, id) ON DELETE SET NULL (digest_id);

--
-- Name: notice notice_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_household_id_member_id_fkey FOREIGN KEY (household_id, member_id) REFERENCES public.member(household_id, id) ON DELETE CASCADE;

--
-- Name: notice notice_household_id_occasion_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_household_id_occasion_id_fkey FOREIGN KEY (household_id, occasion_id) REFERENCES public.occasion(household_id, id) ON DELETE CASCADE;

--
-- Name: notice notice_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: notice_way notice_way_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notice_way
    ADD CONSTRAINT notice_way_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

--
-- Name: occasion occasion_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.occasion
    ADD CONSTRAINT occasion_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: occasion occasion_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.occasion
    ADD CONSTRAINT occasion_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: picture picture_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: picture picture_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: recipient recipient_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipient
    ADD CONSTRAINT recipient_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: recipient_note recipient_note_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recipient_note
    ADD CONSTRAINT recipient_note_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: removal removal_household_id_made_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_made_by_fkey FOREIGN KEY (household_id, made_by) REFERENCES public.member(household_id, id);

--
-- Name: removal removal_household_id_occasion_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_occasion_id_fkey FOREIGN KEY (household_id, occasion_id) REFERENCES public.occasion(household_id, id) ON DELETE CASCADE;

--
-- Name: removal removal_household_id_occasion_id_recipient_id_gift_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_occasion_id_recipient_id_gift_id_fkey FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES public.gift(household_id, occasion_id, recipient_id, id) ON DELETE CASCADE;

--
-- Name: removal removal_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: removal removal_household_id_restores_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removal
    ADD CONSTRAINT removal_household_id_restores_fkey FOREIGN KEY (household_id, restores) REFERENCES public.removal(household_id, id) ON DELETE CASCADE;

--
-- Name: repayment repayment_household_id_entered_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repayment
    ADD CONSTRAINT repayment_household_id_entered_by_fkey FOREIGN KEY (household_id, entered_by) REFERENCES public.member(household_id, id);

--
-- Name: repayment repayment_household_id_occasion_id_recipient_id_gift_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repayment
    ADD CONSTRAINT repayment_household_id_occasion_id_recipient_id_gift_id_fkey FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES public.gift(household_id, occasion_id, recipient_id, id) ON DELETE CASCADE;

--
-- Name: repayment repayment_household_id_paid_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repayment
    ADD CONSTRAINT repayment_household_id_paid_by_fkey FOREIGN KEY (household_id, paid_by) REFERENCES public.member(household_id, id);

--
-- Name: repayment repayment_household_id_paid_to_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.repayment
    ADD CONSTRAINT repayment_household_id_paid_to_fkey FOREIGN KEY (household_id, paid_to) REFERENCES public.member(household_id, id);

--
-- Name: scan scan_household_id_created_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scan
    ADD CONSTRAINT scan_household_id_created_by_fkey FOREIGN KEY (household_id, created_by) REFERENCES public.member(household_id, id);

--
-- Name: scan scan_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scan
    ADD CONSTRAINT scan_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: scan scan_household_id_picture_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.scan
    ADD CONSTRAINT scan_household_id_picture_id_fkey FOREIGN KEY (household_id, picture_id) REFERENCES public.picture(household_id, id);

--
-- Name: schedule_period schedule_period_household_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schedule_period
    ADD CONSTRAINT schedule_period_household_id_fkey FOREIGN KEY (household_id) REFERENCES public.household(id) ON DELETE CASCADE;

--
-- Name: session session_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

--
-- Name: subject subject_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subject
    ADD CONSTRAINT subject_household_id_member_id_fkey FOREIGN KEY (household_id, member_id) REFERENCES public.member(household_id, id) ON DELETE CASCADE;

--
-- Name: subject subject_household_id_recipient_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subject
    ADD CONSTRAINT subject_household_id_recipient_id_fkey FOREIGN KEY (household_id, recipient_id) REFERENCES public.recipient(household_id, id) ON DELETE CASCADE;

--
-- Name: upload upload_household_id_scan_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_household_id_scan_id_fkey FOREIGN KEY (household_id, scan_id) REFERENCES public.scan(household_id, id) ON DELETE CASCADE;

--
-- Name: account; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.account ENABLE ROW LEVEL SECURITY;

--
-- Name: administrator; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.administrator ENABLE ROW LEVEL SECURITY;

--
-- Name: budget_category; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.budget_category ENABLE ROW LEVEL SECURITY;

--
-- Name: budget_entry; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.budget_entry ENABLE ROW LEVEL SECURITY;

--
-- Name: budget_limit; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.budget_limit ENABLE ROW LEVEL SECURITY;

--
-- Name: category_limit; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.category_limit ENABLE ROW LEVEL SECURITY;

--
-- Name: contribution; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.contribution ENABLE ROW LEVEL SECURITY;

--
-- Name: credential; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.credential ENABLE ROW LEVEL SECURITY;

--
-- Name: delivery; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.delivery ENABLE ROW LEVEL SECURITY;

--
-- Name: digest; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.digest ENABLE ROW LEVEL SECURITY;

--
-- Name: event; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.event ENABLE ROW LEVEL SECURITY;

--
-- Name: budget_category family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.budget_category USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: budget_entry family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.budget_entry USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: category_limit family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.category_limit USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: event family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.event USING ((household_id = ( SELECT public.viewer_household() AS viewer_household)));

--
-- Name: gift_category_limit family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.gift_category_limit USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: occasion family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.occasion USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: recipient family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.recipient USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: subject family; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY family ON public.subject USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text)));

--
-- Name: budget_limit firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.budget_limit USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id IS NULL) OR (recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])))));

--
-- Name: contribution firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.contribution USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (gift_id = ANY (( SELECT public.revealed_gifts() AS revealed_gifts)::uuid[])))));

--
-- Name: gift firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.gift USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (revealed_at IS NOT NULL))));

--
-- Name: ledger_entry firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.ledger_entry USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (gift_id = ANY (( SELECT public.revealed_gifts() AS revealed_gifts)::uuid[])))));

--
-- Name: recipient_note firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.recipient_note USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND (recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[]))));

--
-- Name: removal firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.removal USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((gift_id IS NULL) OR (recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (gift_id = ANY (( SELECT public.revealed_gifts() AS revealed_gifts)::uuid[])))));

--
-- Name: repayment firewall; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY firewall ON public.repayment USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (gift_id = ANY (( SELECT public.revealed_gifts() AS revealed_gifts)::uuid[])))));

--
-- Name: gift; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.gift ENABLE ROW LEVEL SECURITY;

--
-- Name: gift_category_limit; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.gift_category_limit ENABLE ROW LEVEL SECURITY;

--
-- Name: gift_logistics; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.gift_logistics ENABLE ROW LEVEL SECURITY;

--
-- Name: gift_logistics givers; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY givers ON public.gift_logistics USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) <> 'guest'::text) AND ((recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[])) OR (gift_id = ANY (( SELECT public.revealed_gifts() AS revealed_gifts)::uuid[]))) AND public.viewer_gives(gift_id)));

--
-- Name: household; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.household ENABLE ROW LEVEL SECURITY;

--
-- Name: invitation; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.invitation ENABLE ROW LEVEL SECURITY;

--
-- Name: delivery invitations; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY invitations ON public.delivery FOR SELECT TO mantel_api USING (((invitation_id IS NOT NULL) AND (household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) = ANY (ARRAY['organiser'::text, 'adult'::text]))));

--
-- Name: job; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.job ENABLE ROW LEVEL SECURITY;

--
-- Name: ledger_entry; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.ledger_entry ENABLE ROW LEVEL SECURITY;

--
-- Name: member; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.member ENABLE ROW LEVEL SECURITY;

--
-- Name: notice; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.notice ENABLE ROW LEVEL SECURITY;

--
-- Name: notice_way; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.notice_way ENABLE ROW LEVEL SECURITY;

--
-- Name: occasion; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.occasion ENABLE ROW LEVEL SECURITY;

--
-- Name: invitation organisers; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY organisers ON public.invitation USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (( SELECT public.viewer_role() AS viewer_role) = ANY (ARRAY['organiser'::text, 'adult'::text]))));

--
-- Name: account own_account; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_account ON public.account USING ((id = ( SELECT public.viewer_account() AS viewer_account)));

--
-- Name: credential own_credential; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_credential ON public.credential USING ((account_id = ( SELECT public.viewer_account() AS viewer_account)));

--
-- Name: delivery own_deliveries; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_deliveries ON public.delivery USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (member_id = ( SELECT public.viewer() AS viewer))));

--
-- Name: digest own_digests; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_digests ON public.digest TO mantel_worker USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (member_id = ( SELECT public.viewer() AS viewer))));

--
-- Name: household own_household; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_household ON public.household USING ((id = ( SELECT public.viewer_household() AS viewer_household)));

--
-- Name: member own_household; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_household ON public.member USING ((household_id = ( SELECT public.viewer_household() AS viewer_household)));

--
-- Name: notice own_notices; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_notices ON public.notice USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (member_id = ( SELECT public.viewer() AS viewer)) AND ((recipient_id IS NULL) OR (recipient_id <> ALL (( SELECT public.secret_recipients() AS secret_recipients)::uuid[])) OR (occasion_id = ANY (( SELECT public.revealed_occasions() AS revealed_occasions)::uuid[]))) AND ((cardinality(( SELECT public.device_readers() AS device_readers)) = 0) OR (NOT public.could_tell(kind, occasion_id, recipient_id, ( SELECT public.device_readers() AS device_readers))))));

--
-- Name: picture own_or_of_an_event; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_or_of_an_event ON public.picture USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND ((created_by = ( SELECT public.viewer() AS viewer)) OR (id IN ( SELECT event.picture_id
   FROM public.event
  WHERE (event.picture_id IS NOT NULL))))));

--
-- Name: scan own_scans; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_scans ON public.scan USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (created_by = ( SELECT public.viewer() AS viewer))));

--
-- Name: session own_sessions; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_sessions ON public.session USING ((account_id = ( SELECT public.viewer_account() AS viewer_account)));

--
-- Name: upload own_uploads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_uploads ON public.upload USING (((household_id = ( SELECT public.viewer_household() AS viewer_household)) AND (scan_id IN ( SELECT scan.id
   FROM public.scan))));

--
-- Name: notice_way own_ways; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_ways ON public.notice_way USING ((account_id = ( SELECT public.viewer_account() AS viewer_account)));

--
-- Name: picture; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.picture ENABLE ROW LEVEL SECURITY;

--
-- Name: recipient; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.recipient ENABLE ROW LEVEL SECURITY;

--
-- Name: recipient_note; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.recipient_note ENABLE ROW LEVEL SECURITY;

--
-- Name: removal; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.removal ENABLE ROW LEVEL SECURITY;

--
-- Name: repayment; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.repayment ENABLE ROW LEVEL SECURITY;

--
-- Name: scan; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.scan ENABLE ROW LEVEL SECURITY;

--
-- Name: schedule_period; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.schedule_period ENABLE ROW LEVEL SECURITY;

--
-- Name: session; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.session ENABLE ROW LEVEL SECURITY;

--
-- Name: subject; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.subject ENABLE ROW LEVEL SECURITY;

--
-- Name: throttle; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.throttle ENABLE ROW LEVEL SECURITY;

--
-- Name: upload; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.upload ENABLE ROW LEVEL SECURITY;

--
-- Name: job workers; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY workers ON public.job TO mantel_worker USING (true) WITH CHECK (true);

--
-- Name: schedule_period workers; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY workers ON public.schedule_period TO mantel_worker USING (true) WITH CHECK (true);

--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO mantel_api;
GRANT USAGE ON SCHEMA public TO mantel_worker;

--
-- Name: FUNCTION accept_invitation(token bytea, member uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.accept_invitation(token bytea, member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accept_invitation(token bytea, member uuid) TO mantel_api;

--
-- Name: FUNCTION administered_burial(wanted uuid, reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.administered_burial(wanted uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.administered_burial(wanted uuid, reason text) TO mantel_api;

--
-- Name: FUNCTION own_households(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.own_households() FROM PUBLIC;
GRANT ALL ON FUNCTION public.own_households() TO mantel_api;

--
-- Name: FUNCTION safe_reason(reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.safe_reason(reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.safe_reason(reason text) TO mantel_api;
GRANT ALL ON FUNCTION public.safe_reason(reason text) TO mantel_worker;

--
-- Name: FUNCTION tells_of_presents(kind text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.tells_of_presents(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.tells_of_presents(kind text) TO mantel_api;
GRANT ALL ON FUNCTION public.tells_of_presents(kind text) TO mantel_worker;

--
-- Name: TABLE job; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,DELETE,UPDATE ON TABLE public.job TO mantel_worker;

--
-- Name: FUNCTION administered_job_by_id(wanted uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.administered_job_by_id(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.administered_job_by_id(wanted uuid) TO mantel_api;

--
-- Name: FUNCTION administered_jobs(wanted_state text, wanted_queue text, wanted_kind text, before uuid, page integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.administered_jobs(wanted_state text, wanted_queue text, wanted_kind text, before uuid, page integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.administered_jobs(wanted_state text, wanted_queue text, wanted_kind text, before uuid, page integer) TO mantel_api;

--
-- Name: FUNCTION administered_retry(wanted uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.administered_retry(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.administered_retry(wanted uuid) TO mantel_api;

--
-- Name: FUNCTION announce_due_jobs(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.announce_due_jobs() FROM PUBLIC;
GRANT ALL ON FUNCTION public.announce_due_jobs() TO mantel_api;
GRANT ALL ON FUNCTION public.announce_due_jobs() TO mantel_worker;

--
-- Name: FUNCTION announce_news(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.announce_news() FROM PUBLIC;

--
-- Name: FUNCTION are_thresholds(list integer[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.are_thresholds(list integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.are_thresholds(list integer[]) TO mantel_api;
GRANT ALL ON FUNCTION public.are_thresholds(list integer[]) TO mantel_worker;

--
-- Name: FUNCTION become(member uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.become(member uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.become(member uuid) TO mantel_worker;

--
-- Name: FUNCTION bury_job(wanted uuid, reason text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.bury_job(wanted uuid, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.bury_job(wanted uuid, reason text) TO mantel_api;
GRANT ALL ON FUNCTION public.bury_job(wanted uuid, reason text) TO mantel_worker;

--
-- Name: FUNCTION could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]) TO mantel_api;
GRANT ALL ON FUNCTION public.could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]) TO mantel_worker;

--
-- Name: FUNCTION count_failure(keys text[], period interval); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.count_failure(keys text[], period interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.count_failure(keys text[], period interval) TO mantel_api;

--
-- Name: FUNCTION credential_of(email text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.credential_of(email text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.credential_of(email text) TO mantel_api;

--
-- Name: FUNCTION current_batch(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.current_batch() FROM PUBLIC;
GRANT ALL ON FUNCTION public.current_batch() TO mantel_api;
GRANT ALL ON FUNCTION public.current_batch() TO mantel_worker;

--
-- Name: FUNCTION device_readers(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.device_readers() FROM PUBLIC;
GRANT ALL ON FUNCTION public.device_readers() TO mantel_api;
GRANT ALL ON FUNCTION public.device_readers() TO mantel_worker;

--
-- Name: FUNCTION enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts integer, due timestamp with time zone, dedup_key text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts integer, due timestamp with time zone, dedup_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts integer, due timestamp with time zone, dedup_key text) TO mantel_api;
GRANT ALL ON FUNCTION public.enqueue_job(id uuid, household uuid, kind text, queue text, payload jsonb, max_attempts integer, due timestamp with time zone, dedup_key text) TO mantel_worker;

--
-- Name: FUNCTION enter(token bytea, household uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.enter(token bytea, household uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enter(token bytea, household uuid) TO mantel_api;

--
-- Name: FUNCTION found_household(household uuid, member uuid, name text, currency text, zone text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.found_household(household uuid, member uuid, name text, currency text, zone text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.found_household(household uuid, member uuid, name text, currency text, zone text) TO mantel_api;

--
-- Name: FUNCTION households_due(schedule text, hour time without time zone, weekday integer, batch integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.households_due(schedule text, hour time without time zone, weekday integer, batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.households_due(schedule text, hour time without time zone, weekday integer, batch integer) TO mantel_worker;

--
-- Name: FUNCTION invitation_behind(token bytea); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.invitation_behind(token bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.invitation_behind(token bytea) TO mantel_api;

--
-- Name: FUNCTION is_administrator(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.is_administrator() FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_administrator() TO mantel_api;

--
-- Name: FUNCTION is_restoring(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.is_restoring() FROM PUBLIC;

--
-- Name: FUNCTION job_party(household uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.job_party(household uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.job_party(household uuid) TO mantel_api;
GRANT ALL ON FUNCTION public.job_party(household uuid) TO mantel_worker;

--
-- Name: FUNCTION job_statistics(hidden uuid[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.job_statistics(hidden uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.job_statistics(hidden uuid[]) TO mantel_api;
GRANT ALL ON FUNCTION public.job_statistics(hidden uuid[]) TO mantel_worker;

--
-- Name: FUNCTION mailbox(address text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mailbox(address text) FROM PUBLIC;

--
-- Name: FUNCTION mailbox_readers(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mailbox_readers() FROM PUBLIC;
GRANT ALL ON FUNCTION public.mailbox_readers() TO mantel_worker;

--
-- Name: FUNCTION mark_published(ids uuid[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.mark_published(ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mark_published(ids uuid[]) TO mantel_api;
GRANT ALL ON FUNCTION public.mark_published(ids uuid[]) TO mantel_worker;

--
-- Name: FUNCTION members_of(household uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.members_of(household uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.members_of(household uuid) TO mantel_worker;

--
-- Name: FUNCTION my_households(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.my_households() FROM PUBLIC;
GRANT ALL ON FUNCTION public.my_households() TO mantel_api;

--
-- Name: FUNCTION open_session(session uuid, account uuid, token_hash bytea, device text, lifetime interval); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.open_session(session uuid, account uuid, token_hash bytea, device text, lifetime interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_session(session uuid, account uuid, token_hash bytea, device text, lifetime interval) TO mantel_api;

--
-- Name: FUNCTION planned_minor(status text, estimate bigint, paid numeric); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.planned_minor(status text, estimate bigint, paid numeric) FROM PUBLIC;
GRANT ALL ON FUNCTION public.planned_minor(status text, estimate bigint, paid numeric) TO mantel_api;
GRANT ALL ON FUNCTION public.planned_minor(status text, estimate bigint, paid numeric) TO mantel_worker;

--
-- Name: FUNCTION rehash(account uuid, password_hash text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.rehash(account uuid, password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rehash(account uuid, password_hash text) TO mantel_api;

--
-- Name: FUNCTION restore_rows(target regclass, household uuid, fields text[], lines text[]); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.restore_rows(target regclass, household uuid, fields text[], lines text[]) FROM PUBLIC;

--
-- Name: FUNCTION retry_job(wanted uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.retry_job(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.retry_job(wanted uuid) TO mantel_api;
GRANT ALL ON FUNCTION public.retry_job(wanted uuid) TO mantel_worker;

--
-- Name: FUNCTION revealed_gifts(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.revealed_gifts() FROM PUBLIC;
GRANT ALL ON FUNCTION public.revealed_gifts() TO mantel_api;
GRANT ALL ON FUNCTION public.revealed_gifts() TO mantel_worker;

--
-- Name: FUNCTION revealed_occasions(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.revealed_occasions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.revealed_occasions() TO mantel_api;
GRANT ALL ON FUNCTION public.revealed_occasions() TO mantel_worker;

--
-- Name: FUNCTION secret_recipients(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.secret_recipients() FROM PUBLIC;
GRANT ALL ON FUNCTION public.secret_recipients() TO mantel_api;
GRANT ALL ON FUNCTION public.secret_recipients() TO mantel_worker;

--
-- Name: FUNCTION sign_up(account uuid, email text, name text, locale text, zone text, password_hash text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.sign_up(account uuid, email text, name text, locale text, zone text, password_hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sign_up(account uuid, email text, name text, locale text, zone text, password_hash text) TO mantel_api;

--
-- Name: FUNCTION stale_queues(age interval); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.stale_queues(age interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.stale_queues(age interval) TO mantel_api;
GRANT ALL ON FUNCTION public.stale_queues(age interval) TO mantel_worker;

--
-- Name: FUNCTION sweep(batch integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.sweep(batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sweep(batch integer) TO mantel_worker;

--
-- Name: FUNCTION take_budget_position(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_budget_position() FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_budget_position() TO mantel_api;
GRANT ALL ON FUNCTION public.take_budget_position() TO mantel_worker;

--
-- Name: FUNCTION take_category_position(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_category_position() FROM PUBLIC;

--
-- Name: FUNCTION take_due_jobs(batch integer, share integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_due_jobs(batch integer, share integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_due_jobs(batch integer, share integer) TO mantel_api;
GRANT ALL ON FUNCTION public.take_due_jobs(batch integer, share integer) TO mantel_worker;

--
-- Name: FUNCTION take_lost_jobs(queues text[], age interval, batch integer); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.take_lost_jobs(queues text[], age interval, batch integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_lost_jobs(queues text[], age interval, batch integer) TO mantel_api;
GRANT ALL ON FUNCTION public.take_lost_jobs(queues text[], age interval, batch integer) TO mantel_worker;

--
-- Name: FUNCTION tell_scan_of_its_job(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.tell_scan_of_its_job() FROM PUBLIC;

--
-- Name: FUNCTION throttled(keys text[], allowed integer, period interval); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.throttled(keys text[], allowed integer, period interval) FROM PUBLIC;
GRANT ALL ON FUNCTION public.throttled(keys text[], allowed integer, period interval) TO mantel_api;

--
-- Name: FUNCTION touch_session(token bytea); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.touch_session(token bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.touch_session(token bytea) TO mantel_api;

--
-- Name: FUNCTION viewer(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.viewer() FROM PUBLIC;
GRANT ALL ON FUNCTION public.viewer() TO mantel_api;
GRANT ALL ON FUNCTION public.viewer() TO mantel_worker;

--
-- Name: FUNCTION viewer_account(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.viewer_account() FROM PUBLIC;
GRANT ALL ON FUNCTION public.viewer_account() TO mantel_api;
GRANT ALL ON FUNCTION public.viewer_account() TO mantel_worker;

--
-- Name: FUNCTION viewer_gives(wanted uuid); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.viewer_gives(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.viewer_gives(wanted uuid) TO mantel_api;
GRANT ALL ON FUNCTION public.viewer_gives(wanted uuid) TO mantel_worker;

--
-- Name: FUNCTION viewer_household(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.viewer_household() FROM PUBLIC;
GRANT ALL ON FUNCTION public.viewer_household() TO mantel_api;
GRANT ALL ON FUNCTION public.viewer_household() TO mantel_worker;

--
-- Name: FUNCTION viewer_role(); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.viewer_role() FROM PUBLIC;
GRANT ALL ON FUNCTION public.viewer_role() TO mantel_api;
GRANT ALL ON FUNCTION public.viewer_role() TO mantel_worker;

--
-- Name: FUNCTION wall_time(moment timestamp with time zone, zone text); Type: ACL; Schema: public; Owner: -
--

REVOKE ALL ON FUNCTION public.wall_time(moment timestamp with time zone, zone text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.wall_time(moment timestamp with time zone, zone text) TO mantel_api;
GRANT ALL ON FUNCTION public.wall_time(moment timestamp with time zone, zone text) TO mantel_worker;

--
-- Name: TABLE account; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.account TO mantel_api;
GRANT SELECT,UPDATE ON TABLE public.account TO mantel_worker;

--
-- Name: TABLE budget_category; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.budget_category TO mantel_api;
GRANT SELECT ON TABLE public.budget_category TO mantel_worker;

--
-- Name: TABLE budget_entry; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.budget_entry TO mantel_api;
GRANT SELECT ON TABLE public.budget_entry TO mantel_worker;

--
-- Name: TABLE budget_limit; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.budget_limit TO mantel_api;
GRANT SELECT ON TABLE public.budget_limit TO mantel_worker;

--
-- Name: TABLE category_limit; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.category_limit TO mantel_api;
GRANT SELECT ON TABLE public.category_limit TO mantel_worker;

--
-- Name: TABLE contribution; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.contribution TO mantel_api;

--
-- Name: COLUMN contribution.withdrawn_at; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(withdrawn_at) ON TABLE public.contribution TO mantel_api;

--
-- Name: TABLE credential; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.credential TO mantel_api;

--
-- Name: TABLE delivery; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.delivery TO mantel_api;
GRANT SELECT,INSERT,UPDATE ON TABLE public.delivery TO mantel_worker;

--
-- Name: TABLE digest; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.digest TO mantel_worker;

--
-- Name: TABLE event; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.event TO mantel_api;
GRANT SELECT ON TABLE public.event TO mantel_worker;

--
-- Name: TABLE gift; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.gift TO mantel_api;
GRANT SELECT ON TABLE public.gift TO mantel_worker;

--
-- Name: TABLE gift_category_limit; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.gift_category_limit TO mantel_api;
GRANT SELECT ON TABLE public.gift_category_limit TO mantel_worker;

--
-- Name: TABLE gift_logistics; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.gift_logistics TO mantel_api;

--
-- Name: TABLE household; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.household TO mantel_api;
GRANT SELECT ON TABLE public.household TO mantel_worker;

--
-- Name: TABLE invitation; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.invitation TO mantel_api;
GRANT SELECT ON TABLE public.invitation TO mantel_worker;

--
-- Name: TABLE ledger_entry; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.ledger_entry TO mantel_api;
GRANT SELECT ON TABLE public.ledger_entry TO mantel_worker;

--
-- Name: TABLE member; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.member TO mantel_api;
GRANT SELECT ON TABLE public.member TO mantel_worker;

--
-- Name: TABLE notice; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,UPDATE ON TABLE public.notice TO mantel_api;
GRANT SELECT,INSERT ON TABLE public.notice TO mantel_worker;

--
-- Name: COLUMN notice.digest_id; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(digest_id) ON TABLE public.notice TO mantel_worker;

--
-- Name: TABLE notice_way; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.notice_way TO mantel_api;
GRANT SELECT ON TABLE public.notice_way TO mantel_worker;

--
-- Name: TABLE occasion; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.occasion TO mantel_api;
GRANT SELECT ON TABLE public.occasion TO mantel_worker;

--
-- Name: TABLE picture; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.picture TO mantel_api;
GRANT SELECT,INSERT ON TABLE public.picture TO mantel_worker;

--
-- Name: TABLE recipient; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.recipient TO mantel_api;
GRANT SELECT ON TABLE public.recipient TO mantel_worker;

--
-- Name: TABLE recipient_note; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.recipient_note TO mantel_api;

--
-- Name: TABLE removal; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.removal TO mantel_api;

--
-- Name: TABLE repayment; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT ON TABLE public.repayment TO mantel_api;

--
-- Name: COLUMN repayment.withdrawn_at; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(withdrawn_at) ON TABLE public.repayment TO mantel_api;

--
-- Name: TABLE scan; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,UPDATE ON TABLE public.scan TO mantel_api;
GRANT SELECT,UPDATE ON TABLE public.scan TO mantel_worker;

--
-- Name: TABLE schedule_period; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.schedule_period TO mantel_worker;

--
-- Name: TABLE schema_migration; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT ON TABLE public.schema_migration TO PUBLIC;

--
-- Name: TABLE session; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO mantel_api;

--
-- Name: TABLE subject; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.subject TO mantel_api;
GRANT SELECT ON TABLE public.subject TO mantel_worker;

--
-- Name: COLUMN subject.is_chosen; Type: ACL; Schema: public; Owner: -
--

GRANT UPDATE(is_chosen) ON TABLE public.subject TO mantel_api;

--
-- Name: TABLE upload; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE ON TABLE public.upload TO mantel_api;
GRANT SELECT,DELETE ON TABLE public.upload TO mantel_worker;

--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: public; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS  TO mantel_api;
ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON FUNCTIONS  TO mantel_worker;

--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: -; Owner: -
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres REVOKE ALL ON FUNCTIONS  FROM PUBLIC;

--
-- PostgreSQL database dump complete
--

