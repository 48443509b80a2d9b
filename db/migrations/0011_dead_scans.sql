-- A scan whose job is dead has failed, and its maker is told: whoever buried the job, and even where that was a
-- worker that found only what a picture had left of the one before.

CREATE FUNCTION tell_scan_of_its_job() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state = 'dead' THEN
        UPDATE scan SET state = 'failed', stage = 'failed', changed_at = now(),
            problem = 'The text reader failed on this picture. Try another photo, or fill in the form yourself.'
        WHERE household_id = NEW.household_id AND id = (NEW.payload ->> 'scan')::uuid AND state IN ('queued', 'running');
    ELSE
        -- Dead no more: an operator has it tried again.
        UPDATE scan SET state = 'queued', stage = 'queued', progress = 0, problem = NULL, changed_at = now()
        WHERE household_id = NEW.household_id AND id = (NEW.payload ->> 'scan')::uuid AND state = 'failed';
    END IF;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION tell_scan_of_its_job FROM mantel_api, mantel_worker;

CREATE TRIGGER tell_scan_of_its_job AFTER UPDATE OF state ON job FOR EACH ROW
    WHEN (NEW.kind = 'scan.read' AND (NEW.state = 'dead') <> (OLD.state = 'dead'))
    EXECUTE FUNCTION tell_scan_of_its_job();
