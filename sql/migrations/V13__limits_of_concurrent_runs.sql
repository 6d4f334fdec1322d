-- Limits of concurrent runs of worker queues; run after V12, in the same way. docs/limits.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN max_concurrent_runs integer NOT NULL DEFAULT 0 CHECK (max_concurrent_runs BETWEEN 0 AND 10000);
COMMENT ON COLUMN scheduler.worker_queue.max_concurrent_runs IS
  'how many of its runs are dispatched and have not ended at most, in the whole cluster; 0: no limit. docs/limits.md';
GRANT INSERT (max_concurrent_runs), UPDATE (max_concurrent_runs) ON scheduler.worker_queue TO scheduler_xa;

ALTER TABLE scheduler.execution
  ADD COLUMN is_limited boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.execution.is_limited IS
  'of a dispatched run: whether its worker queue limits concurrent runs, so that it counts until it ends or waits again';
-- Has the running ones of such queues and no others. A change that leaves the column as it is, and does not end the run, writes to no index
CREATE INDEX execution_limited ON scheduler.execution (queue) WHERE is_limited AND ended_at IS NULL;

-- Runs that were dispatched before the limit count, too, if their end will be seen: an acknowledgement ends only those that were
-- dispatched to wait for it. In an order, so that two transactions do not wait for each other.
CREATE FUNCTION scheduler.limit_runs() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NOT (NEW.tracked OR NEW.finished_when_acknowledged) THEN
    RAISE EXCEPTION
      'SCHED-0824 worker queue % limits its concurrent runs, but nothing would tell when they end: '
      'set finishedWhenAcknowledged, or tracked if its workers report', NEW.name
      USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' OR OLD.max_concurrent_runs = 0 THEN
    INSERT INTO scheduler.node_lock (name) VALUES ('runs of ' || NEW.name) ON CONFLICT (name) DO NOTHING;
    WITH running AS MATERIALIZED (
      SELECT e.fire_id FROM scheduler.execution e
       WHERE e.queue = NEW.name AND e.state IN ('DISPATCHED', 'RUNNING') AND e.ended_at IS NULL AND NOT e.is_limited
         AND (NOT NEW.finished_when_acknowledged OR e.state = 'RUNNING' OR e.awaits_acknowledgement)
       ORDER BY e.fire_id FOR UPDATE)
    UPDATE scheduler.execution e SET is_limited = true FROM running r WHERE e.fire_id = r.fire_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.limit_runs() FROM PUBLIC;
CREATE TRIGGER worker_queue_limited AFTER INSERT OR UPDATE OF max_concurrent_runs, tracked, finished_when_acknowledged
  ON scheduler.worker_queue FOR EACH ROW WHEN (NEW.max_concurrent_runs > 0) EXECUTE FUNCTION scheduler.limit_runs();
-- The transaction that dispatches jobs of such a queue locks its row: the next one counts what it has dispatched
GRANT INSERT ON scheduler.node_lock TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (13);
