-- Maximum depths of worker queues; run after V10, in the same way. docs/limits.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN max_depth integer NOT NULL DEFAULT 0 CHECK (max_depth BETWEEN 0 AND 1000000);
COMMENT ON COLUMN scheduler.worker_queue.max_depth IS
  'how many messages the scheduler lets pile up in the queue at the broker; 0: no limit. docs/limits.md';
GRANT INSERT (max_depth), UPDATE (max_depth) ON scheduler.worker_queue TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (11);
