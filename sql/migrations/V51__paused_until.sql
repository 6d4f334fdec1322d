-- Pauses of worker queues that end by themselves; run after V50, in the same way. docs/rest.md

ALTER TABLE scheduler.worker_queue ADD COLUMN paused_until timestamptz;
COMMENT ON COLUMN scheduler.worker_queue.paused_until IS 'only of a paused queue: when dispatch goes on by itself; null if only a resume ends the pause';
GRANT UPDATE (paused_until) ON scheduler.worker_queue TO scheduler_xa;

-- A time that is left from an earlier pause would end the next one, which may be made by hand.
CREATE FUNCTION scheduler.forget_pause() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.paused_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER worker_queue_resumed BEFORE UPDATE OF paused ON scheduler.worker_queue FOR EACH ROW
  WHEN (NOT NEW.paused AND NEW.paused_until IS NOT NULL) EXECUTE FUNCTION scheduler.forget_pause();
REVOKE EXECUTE ON FUNCTION scheduler.forget_pause() FROM PUBLIC;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, pause.lasts AS paused, q.tracked,
       CASE WHEN pause.lasts THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry, q.run_timeout, q.events, q.encrypted, CASE WHEN pause.lasts THEN q.paused_until END AS paused_until
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (SELECT q.paused AND coalesce(q.paused_until > clock_timestamp(), true) AS lasts) pause
       CROSS JOIN LATERAL (
         SELECT EXISTS (SELECT FROM scheduler.lease l
                         WHERE l.partition = q.partition AND l.holder IS NOT NULL AND l.released_at IS NULL
                           AND clock_timestamp() - l.last_run_at <= l.failover_interval) AS now) led
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting FROM (SELECT FROM scheduler.job WHERE queue = q.name LIMIT 1000) j) stored
       CROSS JOIN LATERAL (
         SELECT least(count(*), 1000) AS due,
                least(count(*) FILTER (WHERE d.due_at < (SELECT clock_timestamp() - interval 'PT1S')), 1000) AS overdue,
                min(d.due_at) AS oldest_due_at
           FROM ((SELECT j.due_at FROM scheduler.job j
                   WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                   ORDER BY j.eligible_at LIMIT 1000)
                 UNION ALL
                 (SELECT r.due_at FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000)) d) counted
       CROSS JOIN LATERAL (
         SELECT count(*) AS held
           FROM (SELECT FROM scheduler.job
                  WHERE queue = q.name AND eligible_at >= '9999-12-31T00:00:00Z' AND held_at IS NOT NULL LIMIT 1000) j) kept
       CROSS JOIN LATERAL (
         SELECT count(*) AS retrying FROM (SELECT FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000) j) again;

INSERT INTO scheduler.schema_version (version) VALUES (51);
