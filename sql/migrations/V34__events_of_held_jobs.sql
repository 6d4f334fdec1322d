-- Events of jobs that are held and released; run after V33, in the same way. docs/events.md

CREATE FUNCTION scheduler.tell_held_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue, job_id, fire_id, attempt, due_at, message)
  SELECT CASE WHEN NEW.held_at IS NULL THEN 'job.released' ELSE 'job.held' END,
         NEW.queue, coalesce(NEW.recovers ->> 'jobId', NEW.job_id), NEW.fire_id, NEW.run_attempt, NEW.due_at,
         CASE WHEN NEW.held_by = 'scheduler' THEN NEW.last_error ELSE 'held by ' || NEW.held_by END
   WHERE NEW.queue IN (SELECT q.name FROM scheduler.worker_queue q WHERE q.events);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.tell_held_job() FROM PUBLIC;
-- The events of a schedule tell its pause, those of a registration that another one has taken the job's place
CREATE TRIGGER job_held_told AFTER UPDATE OF held_at ON scheduler.job FOR EACH ROW
  WHEN (NEW.planned_at IS NULL AND NEW.fire_id = OLD.fire_id AND (NEW.held_at IS NULL) <> (OLD.held_at IS NULL))
  EXECUTE FUNCTION scheduler.tell_held_job();

INSERT INTO scheduler.schema_version (version) VALUES (34);
