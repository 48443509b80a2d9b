-- What is done in one go is one batch: it is undone as a whole and once, by entries against its entries. What is deleted
-- leaves a line behind, by which it is restored.

-- Names what this transaction does. The name is drawn by lot: whoever may see one entry of a batch cannot tell from it
-- whether there are others.
CREATE FUNCTION current_batch() RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE name text := coalesce(current_setting('mantel.batch', true), '');
BEGIN
    IF name = '' THEN name := set_config('mantel.batch', gen_random_uuid()::text, true); END IF;
    RETURN name::uuid;
END $$;

ALTER TABLE ledger_entry
    ADD COLUMN batch_id uuid,
    -- The entry that this one takes back, and all of it.
    ADD COLUMN undoes uuid,
    -- What the gift was when this was entered; null for entries older than this column.
    ADD COLUMN status_before text CHECK (status_before IN ('idea', 'planned', 'ordered', 'bought', 'wrapped', 'given')),
    ADD CHECK (undoes IS NULL OR kind = 'correction'),
    ADD FOREIGN KEY (household_id, gift_id, undoes) REFERENCES ledger_entry (household_id, gift_id, id);
-- Entries of one transaction have its time.
UPDATE ledger_entry e SET batch_id = b.batch
FROM (SELECT household_id, occasion_id, entered_by, entered_at, gen_random_uuid() AS batch FROM ledger_entry GROUP BY 1, 2, 3, 4) b
WHERE (b.household_id, b.occasion_id, b.entered_by, b.entered_at) = (e.household_id, e.occasion_id, e.entered_by, e.entered_at);
ALTER TABLE ledger_entry ALTER COLUMN batch_id SET NOT NULL, ALTER COLUMN batch_id SET DEFAULT current_batch();
CREATE INDEX ledger_entry_batch ON ledger_entry (household_id, batch_id);
-- Nothing is undone twice, whoever tries it side by side.
CREATE UNIQUE INDEX ledger_entry_undone ON ledger_entry (household_id, undoes) WHERE undoes IS NOT NULL;

-- That a gift, a person on the list or an occasion was deleted, or restored. Append-only. A gift's is as secret as the
-- gift; that a person or an occasion is gone, everybody sees anyway. Its id is the batch: what was paid for a gift is
-- taken back by the entries of the same name.
CREATE TABLE removal (
    id uuid PRIMARY KEY DEFAULT current_batch(),
    household_id uuid NOT NULL,
    occasion_id uuid,
    recipient_id uuid,
    gift_id uuid,
    -- The removal that this one takes back: then it is a restoration.
    restores uuid,
    made_by uuid NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    CHECK (CASE WHEN gift_id IS NULL THEN (occasion_id IS NULL) <> (recipient_id IS NULL)
                ELSE occasion_id IS NOT NULL AND recipient_id IS NOT NULL END),
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, restores) REFERENCES removal (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, occasion_id) REFERENCES occasion (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, recipient_id) REFERENCES recipient (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, occasion_id, recipient_id, gift_id) REFERENCES gift (household_id, occasion_id, recipient_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, made_by) REFERENCES member (household_id, id)
);
CREATE INDEX removal_made ON removal (household_id, made_at);
CREATE UNIQUE INDEX removal_restored ON removal (household_id, restores) WHERE restores IS NOT NULL;

ALTER TABLE removal ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY firewall ON removal
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest'
           AND (gift_id IS NULL OR recipient_id <> ALL ((SELECT secret_recipients())::uuid[])
                OR occasion_id = ANY ((SELECT revealed_occasions())::uuid[])
                OR gift_id = ANY ((SELECT revealed_gifts())::uuid[])));
GRANT SELECT, INSERT ON removal TO mantel_api;
