-- Rate limits of worker queues; run after V4, in the same way. docs/guide.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN rate_limit integer NOT NULL DEFAULT 0 CHECK (rate_limit BETWEEN 0 AND 1000000);
COMMENT ON COLUMN scheduler.worker_queue.rate_limit IS 'how many jobs per minute are dispatched to the queue at most; 0: no limit. docs/guide.md';
GRANT INSERT (rate_limit), UPDATE (rate_limit) ON scheduler.worker_queue TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (5);
