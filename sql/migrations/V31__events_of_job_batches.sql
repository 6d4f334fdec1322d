-- Events of job batches; run after V30, in the same way. docs/events.md

CREATE FUNCTION scheduler.tell_job_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, message, data)
  SELECT t.type, NEW.message,
         jsonb_build_object('batch', NEW.id, 'state', coalesce(NEW.end_state, 'FAILED'), 'total', NEW.total, 'finished', NEW.finished,
                            'failed', NEW.failed, 'cancelled', NEW.cancelled, 'missing', NEW.missing)
    FROM (VALUES (1, 'batch.failed', OLD.failed_at IS NULL AND NEW.failed_at IS NOT NULL),
                 (2, 'batch.ended', NEW.end_state IS NOT NULL AND OLD.end_state IS DISTINCT FROM NEW.end_state))
         AS t (number, type, happened)
   WHERE t.happened AND EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.events)
   ORDER BY t.number;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.tell_job_batch() FROM PUBLIC;
CREATE TRIGGER job_batch_told AFTER UPDATE OF failed_at, end_state ON scheduler.job_batch FOR EACH ROW
  WHEN (OLD.failed_at IS NULL AND NEW.failed_at IS NOT NULL OR OLD.end_state IS DISTINCT FROM NEW.end_state)
  EXECUTE FUNCTION scheduler.tell_job_batch();

INSERT INTO scheduler.schema_version (version) VALUES (31);
