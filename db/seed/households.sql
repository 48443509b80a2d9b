-- Fills an empty database with many households, each with 50 gifts and what belongs to them, for measurements.
--
--   SELECT pg_temp.fill_households(20000);      -- a million gifts; as a superuser, in the session that read this file
--   VACUUM ANALYZE;
--
-- Every household is alike, and each row's place on disk is as years leave it: between those of other households, not
-- beside the rest of its own. Ids say what and whose they are: kind, number within the household, household.
CREATE FUNCTION pg_temp.made_id(kind int, number int, household int) RETURNS uuid LANGUAGE sql IMMUTABLE
    RETURN ('00000000-00' || lpad(kind::text, 2, '0') || '-7000-8000-' || lpad((number * 1000000::bigint + household)::text, 12, '0'))::uuid;

CREATE FUNCTION pg_temp.fill_households(households int) RETURNS void LANGUAGE plpgsql
SET session_replication_role = replica SET client_min_messages = warning SET work_mem = '64MB' SET maintenance_work_mem = '256MB' AS $$
DECLARE
    target regclass;
    filled regclass[] := ARRAY['household', 'account', 'member', 'recipient', 'recipient_note', 'subject', 'occasion', 'budget_category', 'gift',
        'ledger_entry', 'contribution', 'repayment', 'gift_logistics', 'budget_limit', 'gift_category_limit', 'category_limit', 'budget_entry',
        'event', 'notice', 'scan']::regclass[];
BEGIN
    -- Each index is built once, at the end, not row by row: `REINDEX` makes them ready again.
    UPDATE pg_index SET indisready = false WHERE indrelid = ANY (filled);

    INSERT INTO household (id, name, currency, zone)
        SELECT pg_temp.made_id(1, 1, h), 'Family ' || h, 'EUR', 'Europe/Dublin' FROM generate_series(1, households) h;
    -- Two parents, a grandparent and a child.
    INSERT INTO account (id, email, name)
        SELECT pg_temp.made_id(2, m, h), 'person' || m || '@family' || h || '.example', 'Person ' || m
        FROM generate_series(1, 4) m, generate_series(1, households) h;
    INSERT INTO member (id, household_id, account_id, name, role, paper)
        SELECT pg_temp.made_id(3, m, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(2, m, h), 'Person ' || m,
               (ARRAY['organiser', 'adult', 'adult', 'child'])[m], m
        FROM generate_series(1, 4) m, generate_series(1, households) h;
    -- The four themselves, and four from elsewhere.
    INSERT INTO recipient (id, household_id, name, paper)
        SELECT pg_temp.made_id(4, r, h), pg_temp.made_id(1, 1, h), 'Person ' || r, r
        FROM generate_series(1, 8) r, generate_series(1, households) h;
    INSERT INTO subject (household_id, recipient_id, member_id)
        SELECT pg_temp.made_id(1, 1, h), pg_temp.made_id(4, m, h), pg_temp.made_id(3, m, h)
        FROM generate_series(1, 4) m, generate_series(1, households) h;
    INSERT INTO recipient_note (recipient_id, household_id, notes)
        SELECT pg_temp.made_id(4, r, h), pg_temp.made_id(1, 1, h), 'Shoe size 39; likes the sea'
        FROM generate_series(1, 3) r, generate_series(1, households) h;

    -- A Christmas that is over and revealed, the one to come, and a birthday.
    INSERT INTO occasion (id, household_id, name, day, reveal_day, currency, created_by, created_at)
        SELECT pg_temp.made_id(5, o, h), pg_temp.made_id(1, 1, h), (ARRAY['Last Christmas', 'Christmas', 'A birthday'])[o],
               current_date + (ARRAY[-325, 40, 90])[o], CASE o WHEN 1 THEN current_date - 325 END, 'EUR', pg_temp.made_id(3, 1, h),
               now() - (ARRAY[400, 60, 30])[o] * interval '1 day'
        FROM generate_series(1, 3) o, generate_series(1, households) h;
    INSERT INTO budget_category (id, household_id, name, currency, created_by)
        SELECT pg_temp.made_id(6, c, h), pg_temp.made_id(1, 1, h), (ARRAY['Books', 'Toys', 'Groceries', 'Fun'])[c], 'EUR', pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 4) c, generate_series(1, households) h;

    -- What holds for gift number `n` of every household, once.
    CREATE TEMPORARY TABLE pattern ON COMMIT DROP AS
        SELECT n, o, r, CASE WHEN r IN (1, 4) THEN 2 WHEN r IN (2, 3) THEN 1 ELSE 1 + n % 3 END AS giver,
               CASE WHEN o = 1 THEN 'given' WHEN o = 2 AND n % 2 = 0 THEN 'bought' WHEN n % 3 = 0 THEN 'idea' ELSE 'planned' END AS status
        FROM (SELECT n, 1 + n % 8 AS r, CASE WHEN n <= 20 THEN 1 WHEN n <= 44 THEN 2 ELSE 3 END AS o FROM generate_series(1, 50) n) g;
    INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, category_id, created_by, created_at)
        SELECT pg_temp.made_id(7, p.n, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               'Wooden train set number ' || p.n, p.status, p.n * 150, CASE WHEN p.n % 4 = 0 THEN 'https://shop.example/trains/' || p.n END,
               CASE WHEN p.n % 3 = 0 THEN 'The red one, not the blue one' END,
               CASE WHEN p.n % 5 < 2 THEN pg_temp.made_id(6, 1 + p.n % 5, h) END, pg_temp.made_id(3, p.giver, h), now() - (60 - p.n) * interval '1 day'
        FROM generate_series(1, 50) s JOIN pattern p ON p.n = s, generate_series(1, households) h ORDER BY p.n, h;

    INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, day, position, entered_by, entered_at)
        SELECT pg_temp.made_id(8, p.n, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               pg_temp.made_id(7, p.n, h), 'purchase', p.n * 149, pg_temp.made_id(3, p.giver, h), current_date - (60 - p.n), p.n * 1000000::bigint + h,
               pg_temp.made_id(3, p.giver, h), now() - (60 - p.n) * interval '1 day'
        FROM pattern p, generate_series(1, households) h WHERE p.status IN ('bought', 'given') ORDER BY p.n, h;
    -- Some of it came back.
    INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, position, entered_by)
        SELECT pg_temp.made_id(8, 50 + p.n, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               pg_temp.made_id(7, p.n, h), 'refund', -100, pg_temp.made_id(3, p.giver, h), (50 + p.n) * 1000000::bigint + h, pg_temp.made_id(3, p.giver, h)
        FROM pattern p, generate_series(1, households) h WHERE p.n IN (10, 30) ORDER BY p.n, h;
    PERFORM setval('budget_position', 1000000000);

    -- The parents share two presents for the grandparent's household, and one has paid the other back.
    INSERT INTO contribution (id, household_id, occasion_id, recipient_id, gift_id, member_id, weight, entered_by)
        SELECT pg_temp.made_id(9, p.n * 4 + m, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               pg_temp.made_id(7, p.n, h), pg_temp.made_id(3, m, h), 1, pg_temp.made_id(3, m, h)
        FROM pattern p, generate_series(1, 2) m, generate_series(1, households) h WHERE p.n IN (6, 28) ORDER BY p.n, m, h;
    INSERT INTO repayment (id, household_id, occasion_id, recipient_id, gift_id, paid_by, paid_to, minor, entered_by)
        SELECT pg_temp.made_id(10, 1, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               pg_temp.made_id(7, p.n, h), pg_temp.made_id(3, 2, h), pg_temp.made_id(3, 1, h), 500, pg_temp.made_id(3, 2, h)
        FROM pattern p, generate_series(1, households) h WHERE p.n = 6;
    INSERT INTO gift_logistics (gift_id, household_id, occasion_id, recipient_id, hiding_place, changed_by)
        SELECT pg_temp.made_id(7, p.n, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, p.o, h), pg_temp.made_id(4, p.r, h),
               'Behind the coats', pg_temp.made_id(3, p.giver, h)
        FROM pattern p, generate_series(1, households) h WHERE p.n IN (22, 30, 36) ORDER BY p.n, h;

    -- Limits: everything together on each occasion, and everybody's on the one to come; by category on that one too.
    INSERT INTO budget_limit (id, household_id, occasion_id, recipient_id, minor, position, set_by)
        SELECT pg_temp.made_id(11, o, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, o, h), NULL, 100000, o * 1000000::bigint + h, pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 3) o, generate_series(1, households) h;
    INSERT INTO budget_limit (id, household_id, occasion_id, recipient_id, minor, position, set_by)
        SELECT pg_temp.made_id(11, 3 + r, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, 2, h), pg_temp.made_id(4, r, h), 15000,
               (3 + r) * 1000000::bigint + h, pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 8) r, generate_series(1, households) h;
    INSERT INTO gift_category_limit (id, household_id, occasion_id, category_id, minor, position, set_by)
        SELECT pg_temp.made_id(12, c, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(5, 2, h), pg_temp.made_id(6, c, h), 30000, c * 1000000::bigint + h,
               pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 2) c, generate_series(1, households) h;
    INSERT INTO category_limit (id, household_id, category_id, minor, position, set_by)
        SELECT pg_temp.made_id(13, c, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(6, c, h), 40000, c * 1000000::bigint + h, pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 4) c, generate_series(1, households) h;
    INSERT INTO budget_entry (id, household_id, category_id, minor, day, note, paid_by, position, entered_by)
        SELECT pg_temp.made_id(14, e, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(6, 1 + e % 4, h), e * 310, current_date - e * 5, 'At the market',
               pg_temp.made_id(3, 1 + e % 2, h), e * 1000000::bigint + h, pg_temp.made_id(3, 1 + e % 2, h)
        FROM generate_series(1, 12) e, generate_series(1, households) h;

    -- A year of dates; a lesson each week; what everybody was told; a flyer that waits to be looked at.
    INSERT INTO event (id, household_id, title, start_day, end_day, start_time, zone, location, recurrence, created_by)
        SELECT pg_temp.made_id(15, e, h), pg_temp.made_id(1, 1, h), 'Parents'' evening ' || e, day, day, '18:30', 'Europe/Dublin', 'The school hall',
               CASE e WHEN 1 THEN 'FREQ=WEEKLY' END, pg_temp.made_id(3, 1, h)
        FROM generate_series(1, 12) e CROSS JOIN LATERAL (SELECT current_date + (e - 6) * 30 AS day) d, generate_series(1, households) h;
    INSERT INTO notice (id, household_id, member_id, kind, occasion_id, recipient_id, threshold, arming, over_minor, limit_minor, currency, read_at)
        SELECT pg_temp.made_id(16, n, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(3, 1 + n % 3, h), 'budget', pg_temp.made_id(5, 2, h),
               pg_temp.made_id(4, 5 + n % 4, h), 80, n, 100, 15000, 'EUR', CASE WHEN n < 10 THEN now() END
        FROM generate_series(1, 12) n, generate_series(1, households) h;
    INSERT INTO scan (id, household_id, created_by, kind, state, stage, progress)
        SELECT pg_temp.made_id(17, 1, h), pg_temp.made_id(1, 1, h), pg_temp.made_id(3, 1, h), 'flyer', 'ready', 'ready', 100
        FROM generate_series(1, households) h;

    FOREACH target IN ARRAY filled LOOP EXECUTE format('REINDEX TABLE %s', target); END LOOP;
END $$;
