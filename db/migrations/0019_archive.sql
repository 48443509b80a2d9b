-- A whole household goes into a file, and from a file into an empty place, by the hand of whoever runs the server.

-- Whether rows are being put back as they were. No role that serves requests can say so.
CREATE FUNCTION is_restoring() RETURNS boolean LANGUAGE sql STABLE
    RETURN coalesce(current_setting('mantel.restoring', true), '') = 'on' AND session_user NOT IN ('mantel_api', 'mantel_worker');

-- What is put back keeps the order it had.
CREATE OR REPLACE FUNCTION take_budget_position() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF is_restoring() THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.occasion_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION take_category_position() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF is_restoring() THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.category_id::text, 0));
    NEW.position := nextval('budget_position');
    RETURN NEW;
END $$;

-- Puts rows, each a JSON object of exactly `fields`, into `target`. `household` is theirs whatever they say.
-- No row: all are in. One row: which one cannot be, and why; `line` counts from 1, and the transaction has to be given up.
CREATE FUNCTION restore_rows(target regclass, household uuid, fields text[], lines text[])
RETURNS TABLE (line int, code text, field text, rule text, message text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    belongs boolean := EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = target AND a.attname = 'household_id' AND NOT a.attisdropped);
    owner jsonb := CASE WHEN belongs THEN jsonb_build_object('household_id', household) ELSE '{}' END;
    names text := (SELECT string_agg(quote_ident(n), ', ') FROM unnest(fields || CASE WHEN belongs THEN ARRAY['household_id'] ELSE '{}' END) n);
    sorted text[] := ARRAY(SELECT n FROM unnest(fields) n ORDER BY n COLLATE "C");
    statement text := format('INSERT INTO %s (%s) SELECT %s FROM jsonb_populate_recordset(NULL::%s, $1)', target, names, names, target);
    document jsonb;
    name text;
BEGIN
    -- One statement for all of them; which one it was is asked only where that fails.
    BEGIN
        EXECUTE statement USING (SELECT jsonb_agg(l::jsonb || owner ORDER BY i) FROM unnest(lines) WITH ORDINALITY AS u (l, i)
            WHERE ARRAY(SELECT k FROM jsonb_object_keys(l::jsonb) k ORDER BY k COLLATE "C") = sorted);
        IF NOT EXISTS (SELECT FROM unnest(lines) l WHERE ARRAY(SELECT k FROM jsonb_object_keys(l::jsonb) k ORDER BY k COLLATE "C") <> sorted) THEN
            RETURN;
        END IF;
        RAISE EXCEPTION 'fields differ';
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
    FOR i IN 1..cardinality(lines) LOOP
        BEGIN
            document := lines[i]::jsonb;
            IF ARRAY(SELECT k FROM jsonb_object_keys(document) k ORDER BY k COLLATE "C") <> sorted THEN
                RAISE EXCEPTION 'its fields are not those of its table' USING ERRCODE = '22023';
            END IF;
            EXECUTE statement USING jsonb_build_array(document || owner);
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS restore_rows.code = RETURNED_SQLSTATE, restore_rows.field = COLUMN_NAME,
                restore_rows.rule = CONSTRAINT_NAME, restore_rows.message = MESSAGE_TEXT;
            restore_rows.line := i;
        END;
        EXIT WHEN restore_rows.line IS NOT NULL;
    END LOOP;
    IF restore_rows.line IS NULL THEN RETURN; END IF;
    -- A value that is none of its column's type is named by its field.
    IF jsonb_typeof(document) = 'object' AND coalesce(restore_rows.field, '') = '' AND restore_rows.code LIKE '22%' THEN
        FOREACH name IN ARRAY fields LOOP
            BEGIN
                EXECUTE format('SELECT (jsonb_populate_record(NULL::%s, $1)).%I', target, name) USING jsonb_build_object(name, document -> name);
            EXCEPTION WHEN OTHERS THEN
                restore_rows.field := name;
            END;
        END LOOP;
    END IF;
    RETURN NEXT;
END $$;

REVOKE EXECUTE ON FUNCTION is_restoring, restore_rows FROM mantel_api, mantel_worker;
