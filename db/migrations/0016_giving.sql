-- What only those who give a present look after, surprises that somebody wants for themselves, and debts paid back.

-- Chosen by the member themselves ("keep it from me too"), and theirs to take back; every other link stays.
ALTER TABLE subject ADD COLUMN is_chosen boolean NOT NULL DEFAULT false;
GRANT UPDATE (is_chosen) ON subject TO mantel_api;

-- Whether the viewer gives a present: planned it, bought it, or bears a part of it. Asked under the viewer's policies:
-- for its subjects there is no such present.
CREATE FUNCTION viewer_gives(wanted uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
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

-- Where a present is and how it comes: for the eyes of its givers, not of everybody who may know of it.
CREATE TABLE gift_logistics (
    gift_id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    hiding_place text CHECK (length(hiding_place) BETWEEN 1 AND 300),
    return_by date,
    order_number text CHECK (length(order_number) BETWEEN 1 AND 100),
    tracking_number text CHECK (length(tracking_number) BETWEEN 1 AND 100),
    version int NOT NULL DEFAULT 1,
    changed_by uuid NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES gift (household_id, occasion_id, recipient_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, changed_by) REFERENCES member (household_id, id)
);
CREATE INDEX gift_logistics_occasion ON gift_logistics (household_id, occasion_id, recipient_id);

ALTER TABLE gift_logistics ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY givers ON gift_logistics
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR gift_id = ANY ((SELECT revealed_gifts())::uuid[]))
           AND viewer_gives(gift_id));
GRANT SELECT, INSERT, UPDATE ON gift_logistics TO mantel_api;

-- Money that one who owed gave to one who was owed. Spread over the presents it settles, so that it stays with each of
-- them wherever that comes to be settled. Nothing is erased; what was taken back says when.
CREATE TABLE repayment (
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    paid_by uuid NOT NULL,
    paid_to uuid NOT NULL CHECK (paid_to <> paid_by),
    minor bigint NOT NULL CHECK (minor BETWEEN 1 AND 1000000000000),
    day date,
    entered_by uuid NOT NULL,
    entered_at timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz,
    PRIMARY KEY (id, gift_id),
    FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES gift (household_id, occasion_id, recipient_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, paid_by) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, paid_to) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, entered_by) REFERENCES member (household_id, id)
);
CREATE INDEX repayment_occasion ON repayment (household_id, occasion_id, gift_id);

ALTER TABLE repayment ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY firewall ON repayment
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR gift_id = ANY ((SELECT revealed_gifts())::uuid[])));
GRANT SELECT, INSERT ON repayment TO mantel_api;
GRANT UPDATE (withdrawn_at) ON repayment TO mantel_api;
