WITH made AS (
    INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, category_id, created_by)
    SELECT $1, o.household_id, o.id, r.id, $2, $3, $4::bigint, $5, $6, $7::uuid, viewer()
    FROM occasion o JOIN recipient r ON r.household_id = o.household_id AND r.id = $8 AND r.deleted_at IS NULL
    WHERE o.household_id = viewer_household() AND o.id = $9 AND o.deleted_at IS NULL
      AND o.currency = COALESCE($10, o.currency)
      AND (r.id <> ALL (secret_recipients()) OR o.id = ANY (revealed_occasions()))
      AND ($11::uuid IS NULL OR EXISTS (
          SELECT FROM budget_category c WHERE c.household_id = o.household_id AND c.id = $12::uuid AND c.deleted_at IS NULL))
      AND (SELECT count(*) FROM gift g WHERE g.household_id = o.household_id AND g.occasion_id = o.id
           AND g.recipient_id = r.id AND g.deleted_at IS NULL) < $13::int
    ON CONFLICT (id) DO NOTHING
    RETURNING *
)
SELECT m.*, o.currency, NULL::bigint AS actual_minor FROM made m JOIN occasion o ON o.household_id = m.household_id AND o.id = m.occasion_id
