-- Cancels of runs that their workers have; run after V12, in the same way.

ALTER TABLE scheduler.execution ADD COLUMN cancel_told_at timestamptz;
COMMENT ON COLUMN scheduler.execution.cancel_requested_at IS 'since when the run is to stop; it ends as its worker reports';
COMMENT ON COLUMN scheduler.execution.cancel_told_at IS 'when workers were told of the cancel last; they are told again if the run reports later';
CREATE INDEX execution_cancel ON scheduler.execution (fire_id) WHERE cancel_requested_at IS NOT NULL AND ended_at IS NULL;

INSERT INTO scheduler.schema_version (version) VALUES (13);
