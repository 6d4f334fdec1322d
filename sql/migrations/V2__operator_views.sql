-- What the person on call wants to see at a glance; run after V1, in the same way.

CREATE VIEW scheduler.due_now AS
SELECT j.queue, j.job_id, j.due_at, clock_timestamp() - j.due_at AS overdue, j.eligible_at, j.priority, j.attempts, j.last_error
  FROM scheduler.job j
 WHERE j.eligible_at <= (SELECT clock_timestamp())
 ORDER BY j.eligible_at;

CREATE VIEW scheduler.oldest_overdue AS
SELECT q.name AS queue, oldest.job_id, oldest.due_at, clock_timestamp() - oldest.due_at AS overdue, q.paused, q.failures, q.retry_at, q.last_error
  FROM scheduler.worker_queue q
  LEFT JOIN LATERAL (SELECT j.job_id, j.due_at
                       FROM scheduler.job j
                      WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                      ORDER BY j.eligible_at
                      LIMIT 1) oldest ON true
 ORDER BY oldest.due_at NULLS LAST;

CREATE VIEW scheduler.unlisted AS
SELECT j.queue, count(*) AS waiting, min(j.due_at) AS oldest_due_at
  FROM scheduler.job j
 WHERE NOT EXISTS (SELECT 1 FROM scheduler.worker_queue q WHERE q.name = j.queue)
 GROUP BY j.queue;
COMMENT ON VIEW scheduler.unlisted IS 'jobs whose queue was taken off the allow-list; they wait until it is back. Reads all waiting rows';

CREATE VIEW scheduler.lease_status AS
SELECT l.partition, l.holder, l.epoch, l.acquired_at, l.last_run_at, clock_timestamp() - l.last_run_at AS since_last_run, l.failover_interval,
       CASE WHEN l.holder IS NULL THEN 'never held'
            WHEN l.released_at IS NOT NULL THEN 'released'
            WHEN clock_timestamp() - l.last_run_at > l.failover_interval THEN 'expired'
            ELSE 'held' END AS state
  FROM scheduler.lease l;

CREATE VIEW scheduler.prepared_transaction AS
SELECT p.gid, p.prepared, clock_timestamp() - p.prepared AS age, p.owner
  FROM pg_prepared_xacts p
 WHERE p.database = current_database()
 ORDER BY p.prepared;

CREATE VIEW scheduler.ledger AS
SELECT t.registered, w.waiting, t.dispatched, t.cancelled, t.expired, t.quarantined,
       t.registered - w.waiting - t.dispatched - t.cancelled - t.expired - t.quarantined AS difference
  FROM (SELECT coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'registered'), 0)  AS registered,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'dispatched'), 0)  AS dispatched,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'cancelled'), 0)   AS cancelled,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'expired'), 0)     AS expired,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'quarantined'), 0) AS quarantined
          FROM scheduler.ledger_entry e) t,
       (SELECT count(*) AS waiting FROM scheduler.job) w;
COMMENT ON VIEW scheduler.ledger IS 'difference is 0 unless a job was lost or invented; counts all waiting rows, so not for every second on a large table';

GRANT SELECT ON scheduler.due_now, scheduler.oldest_overdue, scheduler.unlisted, scheduler.lease_status, scheduler.prepared_transaction, scheduler.ledger
   TO scheduler_read, scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (2);
