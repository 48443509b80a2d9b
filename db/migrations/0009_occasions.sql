-- Movable days, gifts that their givers reveal, and the thresholds that notices of a budget come at.

-- The text of a rule such as easter or mothers-day:GB; the day beside it is the one of this season.
ALTER TABLE occasion ADD COLUMN rule text CHECK (length(rule) <= 40);

-- From when on a gift is no secret any more, because its giver said so. What was seen cannot be unseen: it is set once.
ALTER TABLE gift ADD COLUMN revealed_at timestamptz;
CREATE INDEX gift_revealed ON gift (household_id, recipient_id) WHERE revealed_at IS NOT NULL;

-- The third question of the firewall: gifts for the viewer that their givers have revealed.
CREATE FUNCTION revealed_gifts() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        SELECT g.id FROM subject s JOIN gift g ON g.household_id = s.household_id AND g.recipient_id = s.recipient_id
        WHERE s.household_id = viewer_household() AND s.member_id = viewer() AND g.revealed_at IS NOT NULL);
END $$;

ALTER POLICY firewall ON gift
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR revealed_at IS NOT NULL));
ALTER POLICY firewall ON ledger_entry
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR gift_id = ANY ((SELECT revealed_gifts())::uuid[])));

-- Per cent of a limit at which its members are told: the person's own, else the occasion's, else the household's.
-- None at all means no notices; 100 is told when the limit is passed, less when that much of it is reached.
CREATE FUNCTION are_thresholds(list int[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN cardinality(list) <= 5 AND 1 <= ALL (list) AND 100 >= ALL (list);
ALTER TABLE household ADD COLUMN thresholds int[] NOT NULL DEFAULT '{80,100}' CHECK (are_thresholds(thresholds));
ALTER TABLE occasion ADD COLUMN thresholds int[] CHECK (are_thresholds(thresholds));
ALTER TABLE member ADD COLUMN thresholds int[] CHECK (are_thresholds(thresholds));
