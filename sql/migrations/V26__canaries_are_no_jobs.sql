-- Canaries count as no jobs; run after V25, in the same way. docs/monitoring.md

-- With its canary, of which nothing is left
CREATE OR REPLACE FUNCTION scheduler.remove_worker_queue(queue_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  WITH gone AS (
    DELETE FROM scheduler.job j WHERE j.queue = queue_name AND j.job_id = 'scheduler.canary' RETURNING 1)
  INSERT INTO scheduler.ledger_entry (kind, jobs) SELECT 'registered', -count(*) FROM gone HAVING count(*) > 0;
  DELETE FROM scheduler.canary c WHERE c.queue = queue_name;
  DELETE FROM scheduler.worker_queue q WHERE q.name = queue_name
$$;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, pause.lasts AS paused, q.tracked,
       CASE WHEN pause.lasts OR everything.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting'
            WHEN closed.now THEN 'closed' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, CASE WHEN closed.now THEN 0 ELSE counted.overdue END AS overdue,
       counted.oldest_due_at, kept.held,
       NULL::text AS problem,
       again.retrying, q.retry, q.run_timeout, q.events, q.encrypted,
       CASE WHEN pause.lasts THEN q.paused_until END AS paused_until, q.input_schema_id
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (SELECT q.paused AND coalesce(q.paused_until > clock_timestamp(), true) AS lasts) pause
       CROSS JOIN LATERAL (
         SELECT coalesce(q.closed_from <= clock_timestamp() AND q.closed_until > clock_timestamp(), false) AS now) closed
       CROSS JOIN LATERAL (
         SELECT EXISTS (SELECT FROM scheduler.dispatch_pause p
                         WHERE p.group_key = '' AND coalesce(p.paused_until > clock_timestamp(), true)) AS paused) everything
       CROSS JOIN LATERAL (
         SELECT EXISTS (SELECT FROM scheduler.lease l
                         WHERE l.partition = q.partition AND l.holder IS NOT NULL AND l.released_at IS NULL
                           AND clock_timestamp() - l.last_run_at <= l.failover_interval) AS now) led
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting
           FROM (SELECT FROM scheduler.job WHERE queue = q.name AND job_id <> 'scheduler.canary' LIMIT 1000) j) stored
       CROSS JOIN LATERAL (
         SELECT least(count(*), 1000) AS due,
                least(count(*) FILTER (WHERE d.due_at < (SELECT clock_timestamp() - interval 'PT1S')), 1000) AS overdue,
                min(d.due_at) AS oldest_due_at
           FROM ((SELECT j.due_at FROM scheduler.job j
                   WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp()) AND j.job_id <> 'scheduler.canary'
                   ORDER BY j.eligible_at LIMIT 1000)
                 UNION ALL
                 (SELECT r.due_at FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000)) d) counted
       CROSS JOIN LATERAL (
         SELECT count(*) AS held
           FROM (SELECT FROM scheduler.job
                  WHERE queue = q.name AND eligible_at >= '9999-12-31T00:00:00Z' AND held_at IS NOT NULL LIMIT 1000) j) kept
       CROSS JOIN LATERAL (
         SELECT count(*) AS retrying FROM (SELECT FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000) j) again;

INSERT INTO scheduler.schema_version (version) VALUES (26);
