-- Retries by the scheduler, after the redeliveries of the broker; run after V37, in the same way.

-- The text of a retry policy is read by org.goodtiming.scheduler.api.RetryPolicy; the check finds most misspelt ones at once.
ALTER TABLE scheduler.worker_queue ADD COLUMN retry text NOT NULL DEFAULT 'none' CHECK (
  length(retry) <= 250
  AND retry ~ '^(none|(P[0-9DTHMS.]+(,P[0-9DTHMS.]+)*|[1-9][0-9]{0,3}/P[0-9DTHMS.]+(\*[0-9]+(\.[0-9]+)?)?(\.\.P[0-9DTHMS.]+)?)(~[1-9][0-9]{0,2}%)?)$');
COMMENT ON COLUMN scheduler.worker_queue.retry IS 'when a job is tried again whose worker has failed at all deliveries of the broker: none, delays (PT1M,PT10M,PT1H) or growth (5/PT1M*2..PT6H), with jitter (~20%); docs/operations.md';
GRANT INSERT (retry), UPDATE (retry) ON scheduler.worker_queue TO scheduler_xa;

COMMENT ON COLUMN scheduler.job.run_attempt IS 'which attempt of the run this job is, from 1; more if its worker has failed at it, or a tracked run is sent again';
COMMENT ON COLUMN scheduler.job.recovers IS 'only of a run of a schedule that is sent again: its times and number, and the job id of the schedule';

ALTER TABLE scheduler.execution ADD COLUMN retries smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN scheduler.execution.retries IS 'how many of its attempts are retries by the policy of its job or queue';

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry
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

INSERT INTO scheduler.schema_version (version) VALUES (38);
