-- Partitions: sets of worker queues, each with a lease of its own; run after V9, in the same way.

ALTER TABLE scheduler.worker_queue
  ADD COLUMN partition text NOT NULL DEFAULT 'default' CHECK (partition ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$');
COMMENT ON COLUMN scheduler.worker_queue.partition IS 'the holder of this partition''s lease dispatches the queue''s jobs; change it at any time';

-- Not a foreign key: its check would wait for the lock that the holder has on the lease row.
CREATE FUNCTION scheduler.add_lease() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  INSERT INTO scheduler.lease (partition) VALUES (NEW.partition) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION scheduler.add_lease IS 'each partition that a worker queue names has a row in scheduler.lease';
REVOKE EXECUTE ON FUNCTION scheduler.add_lease() FROM PUBLIC;
CREATE TRIGGER add_lease AFTER INSERT OR UPDATE OF partition ON scheduler.worker_queue
  FOR EACH ROW EXECUTE FUNCTION scheduler.add_lease();

CREATE OR REPLACE VIEW scheduler.lease_status AS
SELECT l.partition, l.holder, l.epoch, l.acquired_at, l.last_run_at, clock_timestamp() - l.last_run_at AS since_last_run, l.failover_interval,
       CASE WHEN l.holder IS NULL THEN 'never held'
            WHEN l.released_at IS NOT NULL THEN 'released'
            WHEN clock_timestamp() - l.last_run_at > l.failover_interval THEN 'expired'
            ELSE 'held' END AS state,
       (SELECT count(*) FROM scheduler.worker_queue q WHERE q.partition = l.partition) AS queues
  FROM scheduler.lease l;

CREATE OR REPLACE VIEW scheduler.oldest_overdue AS
SELECT q.name AS queue, oldest.job_id, oldest.due_at, clock_timestamp() - oldest.due_at AS overdue, q.paused, q.failures, q.retry_at, q.last_error, q.partition
  FROM scheduler.worker_queue q
  LEFT JOIN LATERAL (SELECT j.job_id, j.due_at
                       FROM scheduler.job j
                      WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                      ORDER BY j.eligible_at
                      LIMIT 1) oldest ON true
 ORDER BY oldest.due_at NULLS LAST;

INSERT INTO scheduler.schema_version (version) VALUES (10);
