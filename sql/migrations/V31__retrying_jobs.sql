-- Jobs that are due and wait for another attempt to dispatch them; run after V30, in the same way.

-- A failed attempt moves eligible_at of its job, so index job_eligible no longer finds the job among the due ones.
-- This table does, without another index on table job. No foreign key: a claim deletes a job without a look at this table.
CREATE TABLE scheduler.dispatch_retry (
  job_row  bigint      PRIMARY KEY,
  queue    text        NOT NULL,
  retry_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX dispatch_retry_queue ON scheduler.dispatch_retry (queue, retry_at);
COMMENT ON TABLE scheduler.dispatch_retry IS 'the latest failed attempt to dispatch each job; a leader deletes rows whose retry_at has passed';
COMMENT ON COLUMN scheduler.dispatch_retry.job_row IS 'scheduler.job.id';
COMMENT ON COLUMN scheduler.dispatch_retry.retry_at IS 'eligible_at of the job since that attempt; if the job has another value, it was changed, held or paused since then';
GRANT SELECT, INSERT, UPDATE (retry_at), DELETE ON scheduler.dispatch_retry TO scheduler_xa;
GRANT SELECT ON scheduler.dispatch_retry TO scheduler_read;

CREATE VIEW scheduler.retrying AS
SELECT j.queue, j.job_id, j.due_at, clock_timestamp() - j.due_at AS overdue, j.eligible_at, j.priority, j.attempts, j.last_error
  FROM scheduler.dispatch_retry r JOIN scheduler.job j ON j.id = r.job_row AND j.eligible_at = r.retry_at
 WHERE r.retry_at > (SELECT clock_timestamp());
COMMENT ON VIEW scheduler.retrying IS 'jobs that are due, could not be dispatched, and wait for the next attempt at eligible_at';
GRANT SELECT ON scheduler.retrying TO scheduler_read, scheduler_xa;

CREATE OR REPLACE VIEW scheduler.due_now AS
SELECT due.queue, due.job_id, due.due_at, clock_timestamp() - due.due_at AS overdue, due.eligible_at, due.priority, due.attempts, due.last_error
  FROM (SELECT j.queue, j.job_id, j.due_at, j.eligible_at, j.priority, j.attempts, j.last_error
          FROM scheduler.job j
         WHERE j.eligible_at <= (SELECT clock_timestamp())
        UNION ALL
        SELECT r.queue, r.job_id, r.due_at, r.eligible_at, r.priority, r.attempts, r.last_error
          FROM scheduler.retrying r) due
 ORDER BY due.eligible_at;
COMMENT ON VIEW scheduler.due_now IS 'jobs that are due: dispatch may claim them, or tries them again at eligible_at';

CREATE OR REPLACE VIEW scheduler.oldest_overdue AS
SELECT q.name AS queue, oldest.job_id, oldest.due_at, clock_timestamp() - oldest.due_at AS overdue, q.paused, q.failures, q.retry_at, q.last_error, q.partition
  FROM scheduler.worker_queue q
  LEFT JOIN LATERAL (SELECT due.job_id, due.due_at
                       FROM ((SELECT j.job_id, j.due_at
                                FROM scheduler.job j
                               WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                               ORDER BY j.eligible_at
                               LIMIT 1)
                             UNION ALL
                             SELECT r.job_id, r.due_at FROM scheduler.retrying r WHERE r.queue = q.name) due
                      ORDER BY due.due_at
                      LIMIT 1) oldest ON true
 ORDER BY oldest.due_at NULLS LAST;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying
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
COMMENT ON COLUMN scheduler.worker_queue_status.state IS 'paused; no-leader: no node leads the partition; resting: the last attempt to dispatch its jobs failed; open';
COMMENT ON COLUMN scheduler.worker_queue_status.due IS 'jobs whose due time has passed: dispatch may claim them, or tries them again';
COMMENT ON COLUMN scheduler.worker_queue_status.overdue IS 'more than a second after their due time';
COMMENT ON COLUMN scheduler.worker_queue_status.problem IS 'why its jobs are not dispatched; null if they are, or if an operator has paused the queue';
COMMENT ON COLUMN scheduler.worker_queue_status.retrying IS 'those of the due jobs that wait for another attempt';

INSERT INTO scheduler.schema_version (version) VALUES (31);
