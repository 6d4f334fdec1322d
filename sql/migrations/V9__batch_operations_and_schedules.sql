-- Batch operations end schedules only if they are told to, and tell what they refused; run after V8, in the same way. docs/rest.md

-- Stop the nodes of the version before while a cancel runs: they would end schedules.
ALTER TABLE scheduler.batch_operation
  ADD COLUMN schedules boolean NOT NULL DEFAULT false,
  ADD COLUMN estimate bigint,
  ADD COLUMN refusals text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN scheduler.batch_operation.schedules IS 'of cancel: whether it also ends the schedules whose next runs match';
COMMENT ON COLUMN scheduler.batch_operation.estimate IS 'how many jobs or rows the statistics of the database let expect; null if counted';
COMMENT ON COLUMN scheduler.batch_operation.refusals IS 'why jobs could not be changed: of the first 100';
GRANT UPDATE (refusals) ON scheduler.batch_operation TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (9);
