-- Lists of runs, runs that run again, and reading the audit; run after V32, in the same way.

ALTER TABLE scheduler.execution ADD COLUMN run_again_of uuid;
COMMENT ON COLUMN scheduler.execution.run_again_of IS 'fire id of the ended run whose input this run has; null unless an operator has run that one again';

-- For the list of all runs, the newest first. No list has an index by state: a state changes several times in a run, and
-- PostgreSQL updates a row without writing to its indexes only if none of them, and none of their conditions, reads the
-- changed column. submitted_at never changes. Runs of one job are found by execution_job, ended ones by execution_ended.
CREATE INDEX execution_submitted ON scheduler.execution (submitted_at);
-- A registration adds nothing to it.
CREATE INDEX execution_run_again ON scheduler.execution (run_again_of) WHERE run_again_of IS NOT NULL;

ALTER TABLE scheduler.batch_operation
  ADD COLUMN run_state      text,
  ADD COLUMN ended_from     timestamptz,
  ADD COLUMN ended_before   timestamptz,
  ADD COLUMN cursor_fire_id uuid;
COMMENT ON COLUMN scheduler.batch_operation.run_state IS 'of run-again: final states of runs, separated by commas';
COMMENT ON COLUMN scheduler.batch_operation.ended_from IS 'of run-again: the earliest end of a run';
COMMENT ON COLUMN scheduler.batch_operation.cursor_fire_id IS 'of run-again: the run behind which the next step begins; cursor_eligible_at is the end of that run';
ALTER TABLE scheduler.batch_operation DROP CONSTRAINT batch_operation_operation_check;
ALTER TABLE scheduler.batch_operation ADD CONSTRAINT batch_operation_operation_check
  CHECK (operation IN ('cancel', 'reschedule', 'run-now', 'hold', 'release', 'resubmit', 'delete', 'run-again'));
GRANT UPDATE (cursor_fire_id) ON scheduler.batch_operation TO scheduler_xa;

-- The changes of one job: subject begins with its key. Changes are rare, so the index costs registration little.
CREATE INDEX audit_subject ON scheduler.audit (subject text_pattern_ops);

INSERT INTO scheduler.schema_version (version) VALUES (33);
