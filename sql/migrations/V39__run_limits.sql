-- A time limit for each tracked run, from its dispatch to its end; run after V38, in the same way.

ALTER TABLE scheduler.worker_queue ADD COLUMN run_timeout text NOT NULL DEFAULT 'P7D' CHECK (
  run_timeout ~ '^P[0-9DTHMS.]+$' AND run_timeout::interval BETWEEN interval 'PT1S' AND interval 'P366D');
COMMENT ON COLUMN scheduler.worker_queue.run_timeout IS 'a tracked run that has not ended so long after its dispatch is tried again or ends as ERROR; applies to jobs that are registered from now on; docs/executions.md';
GRANT INSERT (run_timeout), UPDATE (run_timeout) ON scheduler.worker_queue TO scheduler_xa;

ALTER TABLE scheduler.execution
  ADD COLUMN run_limit  interval    NOT NULL DEFAULT 'P7D',
  ADD COLUMN overdue_at timestamptz;
COMMENT ON COLUMN scheduler.execution.run_limit IS 'how long the run may take from its dispatch';
COMMENT ON COLUMN scheduler.execution.overdue_at IS 'its due time and run_limit, so that waiting runs are not searched; the limit counts from dispatched_at';
-- For nodes of the former version, while they run beside new ones
ALTER TABLE scheduler.execution ALTER COLUMN overdue_at SET DEFAULT clock_timestamp() + interval 'P7D';
-- Runs that the former version has stored
UPDATE scheduler.execution SET overdue_at = greatest(due_at, dispatched_at) + run_limit WHERE ended_at IS NULL;

-- With the condition on ended_at a dispatch writes to no index; the end of a run writes to execution_ended anyway
CREATE INDEX execution_overdue ON scheduler.execution (overdue_at) WHERE ended_at IS NULL;

INSERT INTO scheduler.schema_version (version) VALUES (39);
