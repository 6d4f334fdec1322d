-- Canaries of worker queues; run after V19, in the same way. docs/monitoring.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN canary boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.worker_queue.canary IS 'whether a canary a minute measures the way of its jobs; docs/monitoring.md';
GRANT INSERT (canary), UPDATE (canary) ON scheduler.worker_queue TO scheduler_xa;

CREATE TABLE scheduler.canary (
  queue               text        PRIMARY KEY,
  token               uuid        NOT NULL,
  sent_at             timestamptz NOT NULL,
  missing_since       timestamptz,
  arrived_at          timestamptz,
  registration_millis bigint,
  dispatch_millis     bigint,
  delivery_millis     bigint
) WITH (fillfactor = 50);
COMMENT ON TABLE scheduler.canary IS 'the last canary of each worker queue that has canaries';
COMMENT ON COLUMN scheduler.canary.token IS 'by which its registration is accepted';
COMMENT ON COLUMN scheduler.canary.sent_at IS 'when the leader began to send the last one';
COMMENT ON COLUMN scheduler.canary.missing_since IS
  'sent_at of the first one of those that have not arrived; null if the last one has arrived, or may still arrive';
COMMENT ON COLUMN scheduler.canary.arrived_at IS 'when the last one arrived that did';
COMMENT ON COLUMN scheduler.canary.registration_millis IS 'of the last one that arrived: from its sending until it was stored';
COMMENT ON COLUMN scheduler.canary.dispatch_millis IS 'from its due time to its dispatch';
COMMENT ON COLUMN scheduler.canary.delivery_millis IS 'from its dispatch, or its due time if that is later, until it arrived';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.canary TO scheduler_xa;
-- The token is for nodes only
GRANT SELECT (queue, sent_at, missing_since, arrived_at, registration_millis, dispatch_millis, delivery_millis)
  ON scheduler.canary TO scheduler_read;

-- With its canary, which people do not see
CREATE OR REPLACE FUNCTION scheduler.remove_worker_queue(queue_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  WITH gone AS (
    DELETE FROM scheduler.job j WHERE j.queue = queue_name AND j.job_id = 'scheduler.canary' RETURNING 1)
  INSERT INTO scheduler.ledger_entry (kind, jobs) SELECT 'registered', -count(*) FROM gone HAVING count(*) > 0;
  DELETE FROM scheduler.worker_queue q WHERE q.name = queue_name
$$;

INSERT INTO scheduler.schema_version (version) VALUES (20);
