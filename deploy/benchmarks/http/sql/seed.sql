-- 200 households of one organiser, each with an occasion, a recipient with 20 gifts and ten without.
-- Ids are written as a decimal number, so that pgbench, which has no text, can name them too.
CREATE FUNCTION bench_id(kind int, number int) RETURNS uuid LANGUAGE sql IMMUTABLE
    RETURN ('00000000-0000-7000-8000-' || lpad((kind * 1000000 + number)::text, 12, '0'))::uuid;

INSERT INTO household (id, name, currency, zone) SELECT bench_id(1, h), 'Family ' || h, 'EUR', 'Europe/Dublin' FROM generate_series(1, 200) h;
INSERT INTO account (id, email, name) SELECT bench_id(2, h), 'family' || h || '@example.org', 'Organiser' FROM generate_series(1, 200) h;
INSERT INTO member (id, household_id, account_id, name, role) SELECT bench_id(3, h), bench_id(1, h), bench_id(2, h), 'Organiser', 'organiser' FROM generate_series(1, 200) h;
INSERT INTO occasion (id, household_id, name, day, currency, created_by)
    SELECT bench_id(4, h), bench_id(1, h), 'Christmas', '2026-12-25', 'EUR', bench_id(3, h) FROM generate_series(1, 200) h;
-- Recipient 0 of each household is read; 1 to 10 get what is added.
INSERT INTO recipient (id, household_id, name) SELECT bench_id(5, h * 100 + r), bench_id(1, h), 'Recipient ' || r FROM generate_series(1, 200) h, generate_series(0, 10) r;
INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, created_by)
    SELECT bench_id(6, h * 100 + g), bench_id(1, h), bench_id(4, h), bench_id(5, h * 100), 'Wooden train set number ' || g,
           CASE WHEN g <= 10 THEN 'bought' ELSE 'planned' END, g * 150,
           CASE WHEN g % 2 = 0 THEN 'https://shop.example/trains/' || g END, CASE WHEN g % 3 = 0 THEN 'The red one, not the blue one' END, bench_id(3, h)
    FROM generate_series(1, 200) h, generate_series(1, 20) g;
INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, entered_by)
    SELECT gen_random_uuid(), bench_id(1, h), bench_id(4, h), bench_id(5, h * 100), bench_id(6, h * 100 + g), 'purchase', g * 149, bench_id(3, h), bench_id(3, h)
    FROM generate_series(1, 200) h, generate_series(1, 10) g;

-- The sessions' hashes by number, for pgbench; filled together with the sessions.
CREATE TABLE bench_session (number int PRIMARY KEY, hash bytea NOT NULL);
GRANT SELECT ON bench_session TO mantel_api;
GRANT EXECUTE ON FUNCTION bench_id TO mantel_api;
