-- The runs of a job batch; run after V27, in the same way. docs/job-batches.md

CREATE INDEX execution_batch ON scheduler.execution (batch, submitted_at, fire_id) WHERE batch IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (28);
