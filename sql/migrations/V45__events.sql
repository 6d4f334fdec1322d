-- Lifecycle events for applications; run after V44, in the same way. docs/events.md

ALTER TABLE scheduler.worker_queue ADD COLUMN events boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.worker_queue.events IS 'whether what happens to its jobs is published on the topic scheduler.events; docs/events.md';
GRANT INSERT (events), UPDATE (events) ON scheduler.worker_queue TO scheduler_xa;
-- Statements ask which queues have events
CREATE INDEX worker_queue_events ON scheduler.worker_queue (name) WHERE events;

CREATE TABLE scheduler.event (
  position  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id        uuid        NOT NULL DEFAULT gen_random_uuid(),
  at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  type      text        NOT NULL,
  queue     text,
  job_id    text,
  fire_id   uuid,
  attempt   int,
  due_at    timestamptz,
  message   text
);
COMMENT ON TABLE scheduler.event IS 'events that wait to be published; each is written by the transaction of its change';
COMMENT ON COLUMN scheduler.event.position IS 'the order of the events of a job: whoever changes it sees, and so follows, the change before';
COMMENT ON COLUMN scheduler.event.type IS 'such as job.dispatched; docs/events.md';
COMMENT ON COLUMN scheduler.event.message IS 'why; text for people';
-- Rows live for moments: dead ones must not pile up before the oldest
ALTER TABLE scheduler.event SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);
GRANT SELECT, INSERT, DELETE ON scheduler.event TO scheduler_xa;
GRANT SELECT ON scheduler.event TO scheduler_read;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry, q.run_timeout, q.events
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

INSERT INTO scheduler.schema_version (version) VALUES (45);
