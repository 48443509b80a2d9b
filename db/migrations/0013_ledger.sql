-- Who bears a gift that several pay for: an amount, or a weight of what no amount covers. As secret as the gift.
-- Nobody's part is changed or erased; one that was withdrawn says when.
CREATE TABLE contribution (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    gift_id uuid NOT NULL,
    member_id uuid NOT NULL,
    minor bigint CHECK (minor BETWEEN 0 AND 1000000000000),
    weight int CHECK (weight BETWEEN 1 AND 1000),
    entered_by uuid NOT NULL,
    entered_at timestamptz NOT NULL DEFAULT now(),
    withdrawn_at timestamptz,
    CHECK ((minor IS NULL) <> (weight IS NULL)),
    FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES gift (household_id, occasion_id, recipient_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, member_id) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, entered_by) REFERENCES member (household_id, id)
);
CREATE INDEX contribution_occasion ON contribution (household_id, occasion_id, gift_id);
-- Each takes on one part at a time.
CREATE UNIQUE INDEX contribution_once ON contribution (household_id, gift_id, member_id) WHERE withdrawn_at IS NULL;

ALTER TABLE contribution ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY firewall ON contribution
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR gift_id = ANY ((SELECT revealed_gifts())::uuid[])));
GRANT SELECT, INSERT ON contribution TO mantel_api;
GRANT UPDATE (withdrawn_at) ON contribution TO mantel_api;
