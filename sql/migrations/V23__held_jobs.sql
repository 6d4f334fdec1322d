-- Waiting jobs that an operator holds; run after V22, in the same way.

ALTER TABLE scheduler.job ADD COLUMN held_at timestamptz, ADD COLUMN held_by text;
COMMENT ON COLUMN scheduler.job.held_at IS 'since when an operator holds the job; while it is held, eligible_at is in the year 9999';
COMMENT ON COLUMN scheduler.job.held_by IS 'the user of the REST API that holds the job';
COMMENT ON COLUMN scheduler.job.eligible_at IS 'when dispatch may claim the job: due_at, or later after a failed attempt, a pause of its schedule, or a hold';

-- By queue, so that index job_eligible finds the held jobs among millions of waiting ones.
CREATE VIEW scheduler.held AS
SELECT j.queue, j.job_id, j.due_at, j.held_at, j.held_by, j.expires_at, j.attempts, j.last_error
  FROM scheduler.worker_queue q JOIN scheduler.job j ON j.queue = q.name
 WHERE j.eligible_at >= '9999-12-31T00:00:00Z' AND j.held_at IS NOT NULL
 ORDER BY j.held_at;
COMMENT ON VIEW scheduler.held IS 'jobs that operators hold; they wait until they are released';
GRANT SELECT ON scheduler.held TO scheduler_read, scheduler_xa;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN q.retry_at > clock_timestamp() THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting FROM (SELECT FROM scheduler.job WHERE queue = q.name LIMIT 1000) j) stored
       CROSS JOIN LATERAL (
         SELECT count(*) AS due,
                count(*) FILTER (WHERE j.eligible_at < (SELECT clock_timestamp() - interval 'PT1S')) AS overdue,
                min(j.due_at) AS oldest_due_at
           FROM (SELECT eligible_at, due_at FROM scheduler.job
                  WHERE queue = q.name AND eligible_at <= (SELECT clock_timestamp())
                  ORDER BY eligible_at LIMIT 1000) j) counted
       CROSS JOIN LATERAL (
         SELECT count(*) AS held
           FROM (SELECT FROM scheduler.job
                  WHERE queue = q.name AND eligible_at >= '9999-12-31T00:00:00Z' AND held_at IS NOT NULL LIMIT 1000) j) kept;
COMMENT ON COLUMN scheduler.worker_queue_status.waiting IS 'all stored jobs of the queue, due and held ones among them';
COMMENT ON COLUMN scheduler.worker_queue_status.held IS 'held by operators';

ALTER TABLE scheduler.batch_operation DROP CONSTRAINT batch_operation_operation_check;
ALTER TABLE scheduler.batch_operation ADD CONSTRAINT batch_operation_operation_check
  CHECK (operation IN ('cancel', 'reschedule', 'run-now', 'hold', 'release', 'resubmit', 'delete'));

INSERT INTO scheduler.schema_version (version) VALUES (23);
