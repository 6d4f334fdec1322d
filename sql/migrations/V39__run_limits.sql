-- A time limit for each tracked run, from its dispatch to its end; run after V38, in the same way.

ALTER TABLE scheduler.worker_queue ADD COLUMN run_timeout text NOT NULL DEFAULT 'P7D' CHECK (
  run_timeout ~ '^P[0-9DTHMS.]+$' AND run_timeout::interval BETWEEN interval 'PT1S' AND interval 'P366D');
COMMENT ON COLUMN scheduler.worker_queue.run_timeout IS 'a tracked run that has not ended so long after its dispatch is tried again or ends as ERROR; applies to jobs that are registered from now on; docs/executions.md';
GRANT INSERT (run_timeout), UPDATE (run_timeout) ON scheduler.worker_queue TO scheduler_xa;

ALTER TABLE scheduler.execution
  ADD COLUMN run_limit  interval    NOT NULL DEFAULT 'P7D',
  ADD COLUMN overdue_at timestamptz;
COMMENT ON COLUMN scheduler.execution.run_limit IS 'how long the run may take from its dispatch';
COMMENT ON COLUMN scheduler.execution.overdue_at IS 'its due time and run_limit, so that waiting runs are not searched; the limit counts from dispatched_at';
-- For nodes of the former version, while they run beside new ones
ALTER TABLE scheduler.execution ALTER COLUMN overdue_at SET DEFAULT clock_timestamp() + interval 'P7D';
-- Runs that the former version has stored
UPDATE scheduler.execution SET overdue_at = greatest(due_at, dispatched_at) + run_limit WHERE ended_at IS NULL;

-- With the condition on ended_at a dispatch writes to no index; the end of a run writes to execution_ended anyway
CREATE INDEX execution_overdue ON scheduler.execution (overdue_at) WHERE ended_at IS NULL;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry, q.run_timeout
  FROM scheduler.worker_queue q
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

INSERT INTO scheduler.schema_version (version) VALUES (39);
