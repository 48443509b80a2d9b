-- Occasions, recipients, gifts and the append-only ledger, and the surprise firewall before them.

CREATE TABLE occasion (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    day date NOT NULL,
    reveal_day date,
    currency text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    version int NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id)
);
CREATE INDEX occasion_household ON occasion (household_id, day);

CREATE TABLE recipient (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    paper smallint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    version int NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    UNIQUE (household_id, id)
);
CREATE INDEX recipient_household ON recipient (household_id);

-- Who must not learn what a recipient gets: the person themselves; of a couple, both.
CREATE TABLE subject (
    household_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    member_id uuid NOT NULL,
    PRIMARY KEY (member_id, recipient_id),
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, member_id) REFERENCES member (household_id, id) ON DELETE CASCADE
);
CREATE INDEX subject_recipient ON subject (household_id, recipient_id);

-- What givers write down about a recipient: sizes, ideas. As secret as the gifts.
CREATE TABLE recipient_note (
    recipient_id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    notes text NOT NULL CHECK (length(notes) <= 10000),
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE
);

-- Limits are a history, so that a crossing can be told from the limit in force at its time.
-- recipient_id null: the whole occasion. minor null: no limit. minor 0: nothing allowed.
CREATE TABLE budget_limit (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid,
    minor bigint CHECK (minor BETWEEN 0 AND 1000000000000),
    position bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (household_id, occasion_id) REFERENCES occasion (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, set_by) REFERENCES member (household_id, id)
);
CREATE INDEX budget_limit_current ON budget_limit (household_id, occasion_id, recipient_id, position DESC);

CREATE TABLE gift (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 300),
    status text NOT NULL CHECK (status IN ('idea', 'planned', 'ordered', 'bought', 'wrapped', 'given')),
    estimate_minor bigint CHECK (estimate_minor BETWEEN 0 AND 1000000000000),
    url text CHECK (length(url) <= 2000),
    notes text CHECK (length(notes) <= 10000),
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    version int NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    UNIQUE (household_id, id),
    UNIQUE (household_id, occasion_id, recipient_id, id),
    FOREIGN KEY (household_id, occasion_id) REFERENCES occasion (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id)
);

-- Append-only. A refund is negative; taking a purchase back is a correction, never a deletion.
CREATE TABLE ledger_entry (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('purchase', 'refund', 'correction')),
    minor bigint NOT NULL CHECK (minor BETWEEN -1000000000000 AND 1000000000000),
    paid_by uuid NOT NULL,
    day date,
    receipt_id uuid,
    position bigint NOT NULL,
    entered_by uuid NOT NULL,
    entered_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES gift (household_id, occasion_id, recipient_id, id),
    FOREIGN KEY (household_id, paid_by) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, entered_by) REFERENCES member (household_id, id)
);
CREATE INDEX ledger_entry_occasion ON ledger_entry (household_id, occasion_id, recipient_id, gift_id);
CREATE UNIQUE INDEX ledger_entry_position ON ledger_entry (household_id, occasion_id, position);

-- Entries and limits of one occasion have one order, and it is the order of their commits: whether a
-- budget was crossed, and by which entry, then has one answer however many purchases run side by side.
CREATE SEQUENCE budget_position;
CREATE FUNCTION take_budget_position() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.occasion_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;
CREATE TRIGGER take_position BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION take_budget_position();
CREATE TRIGGER take_position BEFORE INSERT ON budget_limit FOR EACH ROW EXECUTE FUNCTION take_budget_position();

CREATE TABLE notice (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('budget', 'reminder', 'claim', 'exchange', 'invitation', 'scan', 'system')),
    occasion_id uuid,
    recipient_id uuid,
    threshold int,
    -- The budget position whose entry or limit crossed the threshold: the arming this notice used up.
    arming bigint,
    over_minor bigint,
    limit_minor bigint,
    currency text,
    created_at timestamptz NOT NULL DEFAULT now(),
    read_at timestamptz,
    FOREIGN KEY (household_id, member_id) REFERENCES member (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, occasion_id) REFERENCES occasion (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notice_once ON notice
    (member_id, occasion_id, coalesce(recipient_id, '00000000-0000-0000-0000-000000000000'::uuid), threshold, arming) WHERE kind = 'budget';
CREATE INDEX notice_member ON notice (household_id, member_id, id DESC);

-- One sending to one person over one channel. "sending" is committed before the first byte leaves.
CREATE TABLE delivery (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    notice_id uuid REFERENCES notice ON DELETE CASCADE,
    channel text NOT NULL CHECK (channel IN ('mail')),
    state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'bounced')),
    detail text,
    changed_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (notice_id, channel),
    FOREIGN KEY (household_id, member_id) REFERENCES member (household_id, id) ON DELETE CASCADE
);

-- The surprise firewall: the two questions below are the only place that decides what a person may see of
-- gifts, money and notes. Policies ask each once per statement.

-- Recipients whose gifts are secret from the viewer.
CREATE FUNCTION secret_recipients() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(SELECT s.recipient_id FROM subject s WHERE s.member_id = viewer());
END $$;

-- Occasions whose day of revealing has come in the household's zone: nothing about them is secret any more.
CREATE FUNCTION revealed_occasions() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        SELECT o.id FROM occasion o JOIN household h ON h.id = o.household_id
        WHERE o.household_id = viewer_household() AND o.reveal_day <= (now() AT TIME ZONE h.zone)::date);
END $$;

ALTER TABLE occasion ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipient ENABLE ROW LEVEL SECURITY;
ALTER TABLE subject ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipient_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE budget_limit ENABLE ROW LEVEL SECURITY;
ALTER TABLE gift ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE notice ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery ENABLE ROW LEVEL SECURITY;

-- Guests take part in exchanges and lists; a household's money is not theirs to see.
CREATE POLICY family ON occasion
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
CREATE POLICY family ON recipient
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
CREATE POLICY family ON subject
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
CREATE POLICY firewall ON recipient_note
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND recipient_id <> ALL ((SELECT secret_recipients())::uuid[]));
CREATE POLICY firewall ON budget_limit
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id IS NULL OR recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])));
CREATE POLICY firewall ON gift
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])));
CREATE POLICY firewall ON ledger_entry
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])));
-- A notice about somebody who was linked to its reader afterwards is a secret from then on.
CREATE POLICY own_notices ON notice
    USING (household_id = (SELECT viewer_household()) AND member_id = (SELECT viewer())
           AND (recipient_id IS NULL OR recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])));
CREATE POLICY own_deliveries ON delivery USING (household_id = (SELECT viewer_household()) AND member_id = (SELECT viewer()));

GRANT SELECT, INSERT, UPDATE ON occasion, recipient, gift, recipient_note TO mantel_api;
GRANT SELECT, INSERT, DELETE ON subject TO mantel_api;
-- No UPDATE, no DELETE: what is written in the ledger stays written.
GRANT SELECT, INSERT ON ledger_entry, budget_limit TO mantel_api;
GRANT SELECT, UPDATE ON notice TO mantel_api;
GRANT SELECT ON delivery TO mantel_api;
GRANT SELECT ON occasion, recipient, subject, gift, ledger_entry, budget_limit TO mantel_worker;
GRANT SELECT, INSERT ON notice TO mantel_worker;
GRANT SELECT, INSERT, UPDATE ON delivery TO mantel_worker;

-- What a gift counts for in the plan: what was paid once it is bought, before that what was paid down on it,
-- else the estimate.
CREATE FUNCTION planned_minor(status text, estimate bigint, paid numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN status IN ('bought', 'wrapped', 'given') THEN coalesce(paid, estimate, 0)
                ELSE coalesce(nullif(paid, 0), estimate, 0) END;
