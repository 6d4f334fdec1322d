-- Worker queues whose jobs the nodes post to a URL; run after V20, in the same way. docs/workers.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN target text NOT NULL DEFAULT 'none' CHECK (target = 'none' OR target LIKE 'https://%' AND length(target) <= 2000);
COMMENT ON COLUMN scheduler.worker_queue.target IS
  'the URL to which a node posts each of its jobs; none if a consumer takes them; docs/workers.md';
GRANT INSERT (target), UPDATE (target) ON scheduler.worker_queue TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (21);
