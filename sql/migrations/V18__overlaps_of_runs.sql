-- Runs of schedules that are skipped, or cancel the last one; run after V17, in the same way. docs/schedules.md

-- Nodes of the version before dispatch such runs as if the schedule allowed them to overlap.
ALTER TABLE scheduler.schedule
  ADD COLUMN overlap_action text CHECK (overlap_action IN ('SKIP', 'CANCEL')),
  ADD COLUMN superseded     uuid[];
COMMENT ON COLUMN scheduler.schedule.overlap_action IS
  'of a run that is due before the end of the last one: SKIP: it is skipped; CANCEL: the last one is cancelled; null: see overlap_limit';
COMMENT ON COLUMN scheduler.schedule.superseded IS
  'fire ids of runs that a later one cancels, until a leader has asked for their end';
CREATE INDEX schedule_superseded ON scheduler.schedule (queue, job_id) WHERE superseded IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (18);
