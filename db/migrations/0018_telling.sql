-- How people are told: by which way for each kind of notice, not at night, several in one mail, and never a secret
-- where one of those whom it is kept from reads along.

ALTER TABLE account
    -- Wall times of the household that a mail comes from; over midnight where the first is the later.
    ADD COLUMN quiet_from time, ADD COLUMN quiet_to time,
    -- Null: each mail at once. With digest_weekday (1 is Monday) once a week, else once a day.
    ADD COLUMN digest_at time, ADD COLUMN digest_weekday int CHECK (digest_weekday BETWEEN 1 AND 7),
    ADD CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)), ADD CHECK (quiet_from <> quiet_to),
    ADD CHECK (digest_weekday IS NULL OR digest_at IS NOT NULL);

-- mail: in the app and by mail; app: there alone; none: not at all. Without a row it is mail.
CREATE TABLE notice_way (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('budget', 'reminder', 'claim', 'exchange', 'invitation', 'scan')),
    way text NOT NULL CHECK (way IN ('mail', 'app', 'none')),
    PRIMARY KEY (account_id, kind)
);
ALTER TABLE notice_way ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_ways ON notice_way USING (account_id = (SELECT viewer_account()));
GRANT SELECT, INSERT, UPDATE ON notice_way TO mantel_api;
GRANT SELECT ON notice_way TO mantel_worker;

-- One mail of several notices, filled until it is closed; the one that is open waits for its hour.
CREATE TABLE digest (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    closed_at timestamptz,
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, member_id) REFERENCES member (household_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX digest_open ON digest (household_id, member_id) WHERE closed_at IS NULL;
ALTER TABLE digest ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- The API has nothing to do with it: a notice is in the app at once.
CREATE POLICY own_digests ON digest TO mantel_worker
    USING (household_id = (SELECT viewer_household()) AND member_id = (SELECT viewer()));
GRANT SELECT, INSERT, UPDATE ON digest TO mantel_worker;

ALTER TABLE notice ADD COLUMN digest_id uuid,
    ADD FOREIGN KEY (household_id, digest_id) REFERENCES digest (household_id, id) ON DELETE SET NULL (digest_id);
CREATE INDEX notice_digest ON notice (household_id, digest_id) WHERE digest_id IS NOT NULL;
GRANT UPDATE (digest_id) ON notice TO mantel_worker;

ALTER TABLE delivery
    ADD COLUMN digest_id uuid,
    ADD FOREIGN KEY (household_id, digest_id) REFERENCES digest (household_id, id) ON DELETE CASCADE,
    DROP CONSTRAINT delivery_check,
    ADD CONSTRAINT delivery_check CHECK (num_nonnulls(notice_id, invitation_id, digest_id) = 1),
    ADD UNIQUE (digest_id, channel);

-- Members whom a person said to read their mailbox, or to use one of their devices.
ALTER TABLE member ADD COLUMN mailbox_shared_with uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(mailbox_shared_with) <= 50);
ALTER TABLE session ADD COLUMN shared_with uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(shared_with) <= 200);

-- Who else looks at the device that asks; nobody where a worker does.
CREATE FUNCTION device_readers() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(nullif(current_setting('mantel.readers', true), ''), '{}')::uuid[];

-- As before, and the device brings its other readers along.
CREATE OR REPLACE FUNCTION enter(token bytea, household uuid)
RETURNS TABLE (account_id uuid, member_id uuid, household_id uuid, role text, currency text, zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Two questions of the firewall, asked for everybody who looks at the device: what is secret from one of them
-- does not appear on it. On a device of one's own alone nothing changes.
CREATE OR REPLACE FUNCTION secret_recipients() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(SELECT DISTINCT s.recipient_id FROM subject s WHERE s.member_id = ANY (viewer() || device_readers()));
END $$;

-- What a giver showed is shown by the policy of the gift itself; its money follows it.
CREATE OR REPLACE FUNCTION revealed_gifts() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        SELECT g.id FROM subject s JOIN gift g ON g.household_id = s.household_id AND g.recipient_id = s.recipient_id
        WHERE s.household_id = viewer_household() AND s.member_id = ANY (viewer() || device_readers()) AND g.revealed_at IS NOT NULL);
END $$;

-- Whether words about this could tell one of `readers` what is kept from them. It is answered from links and days
-- of revealing alone, which they may all see: whether there is a secret must not show in whether a mail comes.
CREATE FUNCTION could_tell(kind text, occasion uuid, recipient uuid, readers uuid[]) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

ALTER POLICY own_notices ON notice
    USING (household_id = (SELECT viewer_household()) AND member_id = (SELECT viewer())
           AND (recipient_id IS NULL OR recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[]))
           AND (cardinality((SELECT device_readers())) = 0 OR NOT could_tell(kind, occasion_id, recipient_id, (SELECT device_readers()))));

-- Who else reads the viewer's mailbox: whom they named, and whose address is the same but for what follows a plus.
CREATE FUNCTION mailbox_readers() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        SELECT unnest(m.mailbox_shared_with) FROM member m WHERE m.id = viewer()
        UNION
        SELECT o.id FROM account a
            JOIN member o ON o.household_id = viewer_household() AND o.id <> viewer()
            JOIN account b ON b.id = o.account_id AND mailbox(b.email) = mailbox(a.email)
        WHERE a.id = viewer_account());
END $$;

CREATE FUNCTION mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(lower(address), '\+[^@]*@', '@');

REVOKE EXECUTE ON FUNCTION mailbox_readers FROM mantel_api;
REVOKE EXECUTE ON FUNCTION mailbox FROM mantel_api, mantel_worker;
