-- Purchases in another currency than their occasion's, and refunds and corrections of a named entry.

ALTER TABLE ledger_entry
    -- What was paid, as it was paid; the amount beside it is what it was worth in the occasion's currency.
    ADD COLUMN original_minor bigint CHECK (original_minor BETWEEN 0 AND 1000000000000),
    ADD COLUMN original_currency text,
    -- How much of the occasion's currency one unit was worth, exactly as it was given.
    ADD COLUMN rate numeric CHECK (rate > 0),
    -- The purchase that this refund or correction is of, and why.
    ADD COLUMN about uuid,
    ADD COLUMN reason text CHECK (length(reason) BETWEEN 1 AND 500),
    ADD CHECK ((original_minor IS NULL) = (original_currency IS NULL)),
    ADD CHECK (rate IS NULL OR original_minor IS NOT NULL),
    ADD CHECK (about IS NULL OR kind <> 'purchase'),
    -- A purchase whose rate is not known has no amount: sums pass it over, and it waits until a correction of it
    -- brings the amount in. The entry itself stays as it is.
    ALTER COLUMN minor DROP NOT NULL,
    ADD CHECK (minor IS NOT NULL OR kind = 'purchase' AND original_minor IS NOT NULL AND rate IS NULL),
    -- An entry is of the gift that what it corrects is of, so both stand behind the same wall.
    ADD UNIQUE (household_id, gift_id, id),
    ADD FOREIGN KEY (household_id, gift_id, about) REFERENCES ledger_entry (household_id, gift_id, id);
CREATE INDEX ledger_entry_about ON ledger_entry (household_id, about) WHERE about IS NOT NULL;
CREATE INDEX ledger_entry_waiting ON ledger_entry (household_id, occasion_id) WHERE minor IS NULL;
