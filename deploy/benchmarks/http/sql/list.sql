SELECT g.id, o.id AS occasion_id, g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.version, g.revealed_at, g.category_id, o.currency, e.minor AS actual_minor
FROM occasion o
LEFT JOIN gift g ON g.household_id = o.household_id AND g.occasion_id = o.id AND g.recipient_id = $1 AND g.deleted_at IS NULL
LEFT JOIN (
    SELECT gift_id, sum(minor)::bigint AS minor FROM ledger_entry
    WHERE household_id = viewer_household() AND occasion_id = $2 AND recipient_id = $3 GROUP BY gift_id
) e ON e.gift_id = g.id
WHERE o.household_id = viewer_household() AND o.id = $4 AND o.deleted_at IS NULL
ORDER BY g.created_at, g.id
