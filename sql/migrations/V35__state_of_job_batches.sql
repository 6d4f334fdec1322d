-- The state and the exact counts of job batches; run after V34, in the same way. docs/job-batches.md

CREATE VIEW scheduler.job_batch_status AS
SELECT b.id, b.number,
       CASE WHEN b.size IS NULL THEN 'OPEN' WHEN b.ended_at IS NULL OR n.waiting + n.running > 0 THEN 'CLOSED'
            ELSE b.end_state END AS state,
       b.size, n.total, n.waiting, n.running, n.finished, n.failed, n.cancelled, b.missing, b.registered_by, b.created_at,
       b.closed_at, b.expires_at, b.failed_at, b.ended_at, b.message
  FROM scheduler.job_batch b
       CROSS JOIN LATERAL (
         SELECT b.total + coalesce(sum(c.total), 0) AS total, b.waiting + coalesce(sum(c.waiting), 0) AS waiting,
                b.running + coalesce(sum(c.running), 0) AS running, b.finished + coalesce(sum(c.finished), 0) AS finished,
                b.failed + coalesce(sum(c.failed), 0) AS failed, b.cancelled + coalesce(sum(c.cancelled), 0) AS cancelled
           FROM scheduler.job_batch_change c WHERE c.batch = b.id) n;
COMMENT ON VIEW scheduler.job_batch_status IS
  'one row a job batch with its state; its counts contain what the leader has not added to scheduler.job_batch yet';
GRANT SELECT ON scheduler.job_batch_status TO scheduler_read, scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (35);
