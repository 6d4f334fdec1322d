-- When worker queues are not served; run after V15, in the same way. docs/limits.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN closed       text NOT NULL DEFAULT 'never' CHECK (length(closed) BETWEEN 1 AND 4100),
  ADD COLUMN closed_from  timestamptz,
  ADD COLUMN closed_until timestamptz,
  ADD COLUMN closed_with  text;
COMMENT ON COLUMN scheduler.worker_queue.closed IS 'when the queue is not served: never, or a calendar and its zone; docs/limits.md';
COMMENT ON COLUMN scheduler.worker_queue.closed_from IS 'beginning of the closed time that lasts or comes next; the leader calculates it';
COMMENT ON COLUMN scheduler.worker_queue.closed_until IS 'end of that time; in the year 9999 if it does not end';
COMMENT ON COLUMN scheduler.worker_queue.closed_with IS
  'digest of the named calendars by which it was calculated; null after a change of closed';
GRANT INSERT (closed), UPDATE (closed, closed_from, closed_until, closed_with) ON scheduler.worker_queue TO scheduler_xa;

CREATE FUNCTION scheduler.calculate_closed_time() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.closed_with := NULL;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.calculate_closed_time() FROM PUBLIC;
CREATE TRIGGER worker_queue_closed BEFORE UPDATE OF closed ON scheduler.worker_queue FOR EACH ROW
  WHEN (OLD.closed <> NEW.closed) EXECUTE FUNCTION scheduler.calculate_closed_time();

INSERT INTO scheduler.schema_version (version) VALUES (16);
