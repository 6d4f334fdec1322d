-- Encryption of payloads and properties by keys of the nodes; run after V49, in the same way. docs/security.md

ALTER TABLE scheduler.worker_queue ADD COLUMN encrypted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.worker_queue.encrypted IS 'whether payloads and x_ properties of jobs that are registered from now on are stored encrypted; docs/security.md';
GRANT INSERT (encrypted), UPDATE (encrypted) ON scheduler.worker_queue TO scheduler_xa;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry, q.run_timeout, q.events, q.encrypted
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


-- Reads all of these tables: for a person who wants to remove a key.
CREATE VIEW scheduler.encryption_key_use AS
SELECT key_id, kind, count(*) AS rows
  FROM (SELECT substring(properties FROM '"scheduler_encryptedWith": ?"([^"]*)"') AS key_id, 'waiting job' AS kind FROM scheduler.job
        UNION ALL
        SELECT substring(job ->> 'properties' FROM '"scheduler_encryptedWith": ?"([^"]*)"'), 'input of a run' FROM scheduler.execution_input
        UNION ALL
        SELECT substring(properties FROM '"scheduler_encryptedWith": ?"([^"]*)"'), 'quarantine' FROM scheduler.quarantine) used
 WHERE key_id IS NOT NULL
 GROUP BY key_id, kind;
COMMENT ON VIEW scheduler.encryption_key_use IS 'which encryption keys are still needed, and for how many rows; docs/security.md';
GRANT SELECT ON scheduler.encryption_key_use TO scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (50);
