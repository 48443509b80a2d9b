-- What a household spends beyond presents, in categories. Presents may be sorted into the same ones.
CREATE TABLE budget_category (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    currency text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    version int NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id)
);
CREATE UNIQUE INDEX budget_category_name ON budget_category (household_id, lower(name)) WHERE deleted_at IS NULL;

-- What may be spent in each month: a history like budget_limit, with the same meaning of null and 0.
CREATE TABLE category_limit (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint CHECK (minor BETWEEN 0 AND 1000000000000),
    position bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (household_id, category_id) REFERENCES budget_category (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, set_by) REFERENCES member (household_id, id)
);
CREATE INDEX category_limit_current ON category_limit (household_id, category_id, position DESC);

-- Append-only. Money that came back is negative; an entry is taken back, once, by one of the opposite amount.
CREATE TABLE budget_entry (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint NOT NULL CHECK (minor BETWEEN -1000000000000 AND 1000000000000),
    day date NOT NULL,
    note text CHECK (length(note) <= 300),
    paid_by uuid NOT NULL,
    takes_back uuid,
    position bigint NOT NULL,
    entered_by uuid NOT NULL,
    entered_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (household_id, category_id, id),
    FOREIGN KEY (household_id, category_id) REFERENCES budget_category (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, category_id, takes_back) REFERENCES budget_entry (household_id, category_id, id),
    FOREIGN KEY (household_id, paid_by) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, entered_by) REFERENCES member (household_id, id)
);
CREATE INDEX budget_entry_month ON budget_entry (household_id, category_id, day);
CREATE UNIQUE INDEX budget_entry_taken_back ON budget_entry (household_id, takes_back) WHERE takes_back IS NOT NULL;

CREATE FUNCTION take_category_position() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.category_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;
CREATE TRIGGER take_position BEFORE INSERT ON category_limit FOR EACH ROW EXECUTE FUNCTION take_category_position();
CREATE TRIGGER take_position BEFORE INSERT ON budget_entry FOR EACH ROW EXECUTE FUNCTION take_category_position();
REVOKE EXECUTE ON FUNCTION take_category_position FROM mantel_api, mantel_worker;

-- The month of a category that a notice is about; the first of it.
ALTER TABLE notice ADD COLUMN category_id uuid, ADD COLUMN month date,
    ADD FOREIGN KEY (household_id, category_id) REFERENCES budget_category (household_id, id) ON DELETE CASCADE;
CREATE UNIQUE INDEX notice_of_category_once ON notice (member_id, category_id, month, threshold, arming) WHERE month IS NOT NULL;

ALTER TABLE budget_category ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE category_limit ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_entry ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family ON budget_category
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
CREATE POLICY family ON category_limit
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
CREATE POLICY family ON budget_entry
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
GRANT SELECT, INSERT, UPDATE ON budget_category TO mantel_api;
GRANT SELECT, INSERT ON category_limit, budget_entry TO mantel_api;
GRANT SELECT ON budget_category, category_limit, budget_entry TO mantel_worker;

-- Presents in categories, and what each category may cost on an occasion. Which category a gift is in is as secret as
-- the gift; a category's limit is everybody's, and with it the list says nothing of what there is.
ALTER TABLE gift ADD COLUMN category_id uuid,
    ADD FOREIGN KEY (household_id, category_id) REFERENCES budget_category (household_id, id);
CREATE TABLE gift_category_limit (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    occasion_id uuid NOT NULL,
    category_id uuid NOT NULL,
    minor bigint CHECK (minor BETWEEN 0 AND 1000000000000),
    position bigint NOT NULL,
    set_by uuid NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (household_id, occasion_id) REFERENCES occasion (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, category_id) REFERENCES budget_category (household_id, id) ON DELETE CASCADE,
    FOREIGN KEY (household_id, set_by) REFERENCES member (household_id, id)
);
CREATE INDEX gift_category_limit_current ON gift_category_limit (household_id, occasion_id, category_id, position DESC);
CREATE TRIGGER take_position BEFORE INSERT ON gift_category_limit FOR EACH ROW EXECUTE FUNCTION take_budget_position();
ALTER TABLE gift_category_limit ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY family ON gift_category_limit
    USING (household_id = (SELECT viewer_household()) AND (SELECT viewer_role()) <> 'guest');
GRANT SELECT, INSERT ON gift_category_limit TO mantel_api;
GRANT SELECT ON gift_category_limit TO mantel_worker;

-- One entry can cross the limit of the whole, of a recipient and of a category: three notices.
DROP INDEX notice_once;
CREATE UNIQUE INDEX notice_once ON notice
    (member_id, occasion_id, coalesce(recipient_id, '00000000-0000-0000-0000-000000000000'::uuid),
     coalesce(category_id, '00000000-0000-0000-0000-000000000000'::uuid), threshold, arming) WHERE kind = 'budget';
