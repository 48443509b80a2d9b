-- News for event streams: whom it is for and which row it is about, never what the row says. The stream reads
-- the row as that person, so that row-level security decides what is told.

CREATE FUNCTION announce_news() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    reader uuid;
    account uuid;
BEGIN
    IF TG_TABLE_NAME = 'scan' THEN reader := NEW.created_by; ELSE reader := NEW.member_id; END IF;
    SELECT m.account_id INTO account FROM member m WHERE m.id = reader;
    IF account IS NOT NULL THEN
        PERFORM pg_notify('mantel_news', concat_ws(' ', account, TG_TABLE_NAME, NEW.household_id, NEW.id,
            (extract(epoch FROM clock_timestamp()) * 1000000)::bigint));
    END IF;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION announce_news FROM mantel_api, mantel_worker;

CREATE TRIGGER announce_news AFTER INSERT OR UPDATE OF state, stage, progress ON scan
    FOR EACH ROW EXECUTE FUNCTION announce_news();
CREATE TRIGGER announce_news AFTER INSERT OR UPDATE OF read_at ON notice
    FOR EACH ROW EXECUTE FUNCTION announce_news();
