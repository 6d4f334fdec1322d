-- Lifecycle events of schedules, worker queues and leases; run after V45, in the same way. docs/events.md

ALTER TABLE scheduler.event ADD COLUMN data jsonb;
COMMENT ON COLUMN scheduler.event.data IS 'further fields of the data of the event';

-- These tables change rarely, also by hand, so triggers tell their changes. They run with the rights of the owner, whoever makes the change.
CREATE FUNCTION scheduler.tell_worker_queue() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue) VALUES (CASE WHEN NEW.paused THEN 'queue.paused' ELSE 'queue.resumed' END, NEW.name);
  RETURN NULL;
END $$;
CREATE TRIGGER worker_queue_told AFTER UPDATE OF paused ON scheduler.worker_queue FOR EACH ROW
  WHEN (NEW.events AND OLD.paused <> NEW.paused) EXECUTE FUNCTION scheduler.tell_worker_queue();

CREATE FUNCTION scheduler.tell_schedule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue, job_id, message)
  SELECT CASE NEW.state WHEN 'ENDED' THEN 'schedule.ended' WHEN 'PAUSED' THEN 'schedule.paused' ELSE 'schedule.resumed' END,
         NEW.queue, NEW.job_id, CASE NEW.state WHEN 'ENDED' THEN NEW.end_reason END
   WHERE NEW.queue IN (SELECT q.name FROM scheduler.worker_queue q WHERE q.events)
     AND (NEW.state <> 'ACTIVE' OR OLD.state = 'PAUSED');
  RETURN NULL;
END $$;
CREATE TRIGGER schedule_told AFTER UPDATE OF state ON scheduler.schedule FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION scheduler.tell_schedule();

CREATE FUNCTION scheduler.tell_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, message, data)
  SELECT 'lease.changed', NEW.reason, jsonb_build_object('partition', NEW.partition, 'holder', NEW.holder, 'epoch', NEW.epoch)
   WHERE EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.events AND q.partition = NEW.partition);
  RETURN NULL;
END $$;
CREATE TRIGGER lease_told AFTER INSERT ON scheduler.lease_history FOR EACH ROW EXECUTE FUNCTION scheduler.tell_lease();

REVOKE EXECUTE ON FUNCTION scheduler.tell_worker_queue(), scheduler.tell_schedule(), scheduler.tell_lease() FROM PUBLIC;

INSERT INTO scheduler.schema_version (version) VALUES (46);
