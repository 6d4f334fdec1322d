-- What is told of the runs of a schedule; run after V28, in the same way.

ALTER TABLE scheduler.schedule ADD COLUMN passed_at timestamptz;
UPDATE scheduler.schedule SET passed_at = last_planned_at WHERE last_planned_at IS NOT NULL;
COMMENT ON COLUMN scheduler.schedule.last_planned_at IS 'planned time of the last run that was dispatched; null if none was';
COMMENT ON COLUMN scheduler.schedule.passed_at IS 'planned time of the last run that no longer waits: dispatched, skipped, expired, or kept in the quarantine';

INSERT INTO scheduler.schema_version (version) VALUES (29);
