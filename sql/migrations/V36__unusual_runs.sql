-- Lists of the few runs that have failed, are open or were sent again, among millions; run after V35, in the same way.
-- Adding the column rewrites table execution, which takes seconds per million runs; nodes wait meanwhile.

-- An index with a condition on state would make each change of a state write to all indexes. This column changes only when a
-- run ends, and then execution_ended must be written, too.
ALTER TABLE scheduler.execution
  ADD COLUMN unsuccessful_state text GENERATED ALWAYS AS (CASE WHEN state IN ('ERROR', 'EXHAUSTED', 'CANCELLED', 'EXPIRED') THEN state END) STORED;
COMMENT ON COLUMN scheduler.execution.unsuccessful_state IS 'state of a run that has ended otherwise than FINISHED, else null';
CREATE INDEX execution_unsuccessful ON scheduler.execution (submitted_at) WHERE unsuccessful_state IS NOT NULL;
CREATE INDEX execution_open ON scheduler.execution (submitted_at) WHERE ended_at IS NULL;
CREATE INDEX execution_retried ON scheduler.execution (submitted_at) WHERE attempt > 1;

INSERT INTO scheduler.schema_version (version) VALUES (36);
