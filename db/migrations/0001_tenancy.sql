-- Accounts, sessions, households and their members, and the floor under everything: row-level security.
--
-- A transaction acts for one person. `enter` (by session) or `become` (workers) sets four local settings;
-- policies decide from them alone, and where they are not set every table is empty.

-- Roles belong to the cluster, and several databases may be migrated at once.
DO $$
DECLARE role_name text;
BEGIN
    FOREACH role_name IN ARRAY ARRAY['mantel_api', 'mantel_worker'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
                EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', role_name);
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END LOOP;
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO mantel_api, mantel_worker;
-- Not "IN SCHEMA public": PostgreSQL's built-in grant to PUBLIC can only be taken back globally.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO mantel_api, mantel_worker;

CREATE FUNCTION viewer() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('mantel.viewer', true), '')::uuid;
CREATE FUNCTION viewer_household() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('mantel.household', true), '')::uuid;
CREATE FUNCTION viewer_account() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('mantel.account', true), '')::uuid;
CREATE FUNCTION viewer_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('mantel.role', true), '');

CREATE TABLE account (
    id uuid PRIMARY KEY,
    email text NOT NULL CHECK (length(email) <= 254),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    locale text NOT NULL DEFAULT 'en',
    zone text NOT NULL DEFAULT 'UTC',
    mail_notices boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    disabled_at timestamptz
);
CREATE UNIQUE INDEX account_email_unique ON account (lower(email));

CREATE TABLE credential (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    password_hash text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE session (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    token_hash bytea NOT NULL,
    device text NOT NULL DEFAULT '' CHECK (length(device) <= 200),
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX session_token_unique ON session (token_hash);
CREATE INDEX session_account ON session (account_id);

CREATE TABLE household (
    id uuid PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    zone text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    account_id uuid REFERENCES account ON DELETE SET NULL,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role text NOT NULL CHECK (role IN ('organiser', 'adult', 'child', 'guest')),
    paper smallint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    left_at timestamptz,
    UNIQUE (household_id, id)
);
CREATE UNIQUE INDEX member_account_unique ON member (account_id, household_id) WHERE left_at IS NULL;

CREATE TABLE invitation (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    token_hash bytea NOT NULL,
    email text CHECK (length(email) <= 254),
    role text NOT NULL CHECK (role IN ('organiser', 'adult', 'child', 'guest')),
    invited_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    accepted_by uuid,
    revoked_at timestamptz,
    FOREIGN KEY (household_id, invited_by) REFERENCES member (household_id, id)
);
CREATE UNIQUE INDEX invitation_token_unique ON invitation (token_hash);
CREATE INDEX invitation_household ON invitation (household_id);

-- Failures counted in fixed windows, per account and per network. Rows are small and purged with time.
CREATE TABLE throttle (
    key text NOT NULL CHECK (length(key) <= 300),
    window_start timestamptz NOT NULL,
    failures int NOT NULL,
    PRIMARY KEY (key, window_start)
);

ALTER TABLE account ENABLE ROW LEVEL SECURITY;
ALTER TABLE credential ENABLE ROW LEVEL SECURITY;
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
ALTER TABLE household ENABLE ROW LEVEL SECURITY;
ALTER TABLE member ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE throttle ENABLE ROW LEVEL SECURITY;

-- One's own account, credentials and sessions; nobody else's.
CREATE POLICY own_account ON account USING (id = (SELECT viewer_account()));
CREATE POLICY own_credential ON credential USING (account_id = (SELECT viewer_account()));
CREATE POLICY own_sessions ON session USING (account_id = (SELECT viewer_account()));
GRANT SELECT, UPDATE ON account TO mantel_api, mantel_worker;
GRANT SELECT, UPDATE ON credential TO mantel_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO mantel_api;

-- The household one acts in.
CREATE POLICY own_household ON household USING (id = (SELECT viewer_household()));
CREATE POLICY own_household ON member USING (household_id = (SELECT viewer_household()));
CREATE POLICY organisers ON invitation
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) IN ('organiser', 'adult'));
GRANT SELECT, UPDATE ON household TO mantel_api;
GRANT SELECT ON household TO mantel_worker;
GRANT SELECT, INSERT, UPDATE ON member TO mantel_api;
GRANT SELECT ON member TO mantel_worker;
GRANT SELECT, INSERT, UPDATE ON invitation TO mantel_api;
GRANT SELECT ON invitation TO mantel_worker;

-- Everything below runs as the owner and therefore sees past the policies; each does one narrow thing.

-- Begins a request: who holds the session, and as which member of `household` (null: none) it acts.
-- No row: the session is unknown or over. member null: the household is not theirs.
CREATE FUNCTION enter(token bytea, household uuid)
RETURNS TABLE (account_id uuid, member_id uuid, household_id uuid, role text, currency text, zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    SELECT s.account_id, m.id, h.id, m.role, h.currency, h.zone
        INTO enter.account_id, enter.member_id, enter.household_id, enter.role, enter.currency, enter.zone
        FROM session s
        LEFT JOIN member m ON m.account_id = s.account_id AND m.household_id = enter.household AND m.left_at IS NULL
        LEFT JOIN household h ON h.id = m.household_id
        WHERE s.token_hash = enter.token AND s.expires_at > now() AND s.used_at > now() - interval '30 days';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('mantel.account', enter.account_id::text, true);
    IF enter.member_id IS NOT NULL THEN
        PERFORM set_config('mantel.viewer', enter.member_id::text, true),
                set_config('mantel.household', enter.household::text, true),
                set_config('mantel.role', enter.role, true);
    END IF;
    RETURN NEXT;
END $$;

-- Begins a worker's transaction in the part of one member. Only workers may.
CREATE FUNCTION become(member uuid)
RETURNS TABLE (account_id uuid, member_id uuid, household_id uuid, role text, currency text, zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION become FROM mantel_api;

-- False where the address is taken; the caller answers alike either way.
CREATE FUNCTION sign_up(account uuid, email text, name text, locale text, zone text, password_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO account (id, email, name, locale, zone)
        VALUES (sign_up.account, sign_up.email, sign_up.name, sign_up.locale, sign_up.zone)
        -- Not by column: "email" is a parameter here too. The id is new, so only the address can clash.
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO credential (account_id, password_hash) VALUES (sign_up.account, sign_up.password_hash);
    RETURN true;
END $$;

CREATE FUNCTION credential_of(email text) RETURNS TABLE (account_id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT a.id, c.password_hash FROM account a JOIN credential c ON c.account_id = a.id
    WHERE lower(a.email) = lower(credential_of.email) AND a.disabled_at IS NULL
$$;

CREATE FUNCTION rehash(account uuid, password_hash text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE credential SET password_hash = rehash.password_hash WHERE account_id = rehash.account
$$;

CREATE FUNCTION open_session(session uuid, account uuid, token_hash bytea, device text, lifetime interval)
RETURNS timestamptz LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO session (id, account_id, token_hash, device, expires_at)
    VALUES (open_session.session, open_session.account, open_session.token_hash, left(open_session.device, 200), now() + lifetime)
    RETURNING expires_at
$$;

-- Marks a session as used, at most once an hour so that reading stays reading.
CREATE FUNCTION touch_session(token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE session SET used_at = now() WHERE token_hash = token AND used_at < now() - interval '1 hour'
$$;

-- The households of the account that acts, with its own role in each.
CREATE FUNCTION my_households() RETURNS TABLE (id uuid, name text, currency text, zone text, member_id uuid, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT h.id, h.name, h.currency, h.zone, m.id, m.role
    FROM member m JOIN household h ON h.id = m.household_id
    WHERE m.account_id = viewer_account() AND m.left_at IS NULL
    ORDER BY m.created_at, h.id
$$;

-- A new household, whose first member is the acting account as organiser.
CREATE FUNCTION found_household(household uuid, member uuid, name text, currency text, zone text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- What the holder of an invitation may know before accepting it.
CREATE FUNCTION invitation_behind(token bytea)
RETURNS TABLE (id uuid, household_name text, invited_by text, role text, open boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT i.id, h.name, m.name, i.role,
           i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
           AND m.left_at IS NULL AND m.role IN ('organiser', 'adult')
    FROM invitation i JOIN household h ON h.id = i.household_id JOIN member m ON m.id = i.invited_by
    WHERE i.token_hash = invitation_behind.token
$$;

-- Redeems an invitation for the acting account, once. outcome: joined, taken (used up), member (already is),
-- gone (unknown, revoked, over, or the inviter lost the right).
CREATE FUNCTION accept_invitation(token bytea, member uuid)
RETURNS TABLE (outcome text, household_id uuid, member_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Seconds until `key` may try again, or 0. Counts nothing.
CREATE FUNCTION throttled(keys text[], allowed int, period interval) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT coalesce(max(ceil(extract(epoch FROM window_start + period - now()))::int), 0)
    FROM throttle WHERE key = ANY (keys) AND window_start > now() - period AND failures >= allowed
$$;

-- Counts one failure for each of `keys` in the window that is open.
CREATE FUNCTION count_failure(keys text[], period interval) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO throttle (key, window_start, failures)
    SELECT DISTINCT left(k, 300), to_timestamp(floor(extract(epoch FROM now()) / extract(epoch FROM period)) * extract(epoch FROM period)), 1
    FROM unnest(keys) k
    ON CONFLICT (key, window_start) DO UPDATE SET failures = throttle.failures + 1
$$;

REVOKE EXECUTE ON FUNCTION enter, sign_up, credential_of, rehash, open_session, touch_session, my_households, found_household,
    invitation_behind, accept_invitation, throttled, count_failure FROM mantel_worker;
