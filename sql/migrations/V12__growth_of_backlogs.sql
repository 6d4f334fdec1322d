-- Whether the workers of each queue keep up; run after V11, in the same way. docs/limits.md

ALTER TABLE scheduler.worker_queue_backlog
  ADD COLUMN due    bigint NOT NULL DEFAULT 0,
  ADD COLUMN growth double precision;
COMMENT ON COLUMN scheduler.worker_queue_backlog.due IS
  'due jobs that a limit of the queue keeps in table job, counted up to 100000; 0 if it has no limit';
COMMENT ON COLUMN scheduler.worker_queue_backlog.growth IS
  'of messages and due jobs, in jobs per minute over the last five minutes; null until a minute is known';

INSERT INTO scheduler.schema_version (version) VALUES (12);
