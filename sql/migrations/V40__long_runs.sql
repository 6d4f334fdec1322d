-- Runs that took long, among millions; run after V39, in the same way.
-- Adding the column rewrites table execution, which takes seconds per million runs; nodes wait meanwhile.

-- An index on started_at would make each start of a run write to all indexes. This column changes only when a run ends, and
-- then execution_ended must be written, too. The many short runs are not in the index.
ALTER TABLE scheduler.execution
  ADD COLUMN duration interval GENERATED ALWAYS AS (ended_at - started_at) STORED;
COMMENT ON COLUMN scheduler.execution.duration IS 'how long a run took; null until it has ended, and if it never started';
CREATE INDEX execution_duration ON scheduler.execution (duration) WHERE duration >= interval '1 s';

INSERT INTO scheduler.schema_version (version) VALUES (40);
