-- Schedules that are paused after failed runs; run after V24, in the same way. docs/schedules.md

ALTER TABLE scheduler.schedule
  ADD COLUMN pause_after_failures smallint CHECK (pause_after_failures BETWEEN 1 AND 1000),
  ADD COLUMN failures_in_row      integer NOT NULL DEFAULT 0,
  ADD COLUMN failing_since        timestamptz,
  ADD COLUMN pause_reason         text;
COMMENT ON COLUMN scheduler.schedule.pause_after_failures IS 'after how many failed runs in a row it is paused; null: after none';
COMMENT ON COLUMN scheduler.schedule.failures_in_row IS
  'only with pause_after_failures: failed runs since the last finished one, or since the last resume; a leader counts them';
COMMENT ON COLUMN scheduler.schedule.failing_since IS 'end of the first of them; null if there is none';
COMMENT ON COLUMN scheduler.schedule.pause_reason IS 'why the scheduler has paused it; null if people have, or if it is not paused';
CREATE INDEX schedule_paused_by_failures ON scheduler.schedule (failing_since) WHERE pause_reason IS NOT NULL;

CREATE OR REPLACE FUNCTION scheduler.tell_schedule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue, job_id, message)
  SELECT CASE NEW.state WHEN 'ENDED' THEN 'schedule.ended' WHEN 'PAUSED' THEN 'schedule.paused' ELSE 'schedule.resumed' END,
         NEW.queue, NEW.job_id, CASE NEW.state WHEN 'ENDED' THEN NEW.end_reason WHEN 'PAUSED' THEN NEW.pause_reason END
   WHERE NEW.queue IN (SELECT q.name FROM scheduler.worker_queue q WHERE q.events)
     AND (NEW.state <> 'ACTIVE' OR OLD.state = 'PAUSED');
  RETURN NULL;
END
$$;

INSERT INTO scheduler.schema_version (version) VALUES (25);
