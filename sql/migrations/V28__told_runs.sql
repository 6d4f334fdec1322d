-- What is told of the runs of a schedule; run after V27, in the same way.

ALTER TABLE scheduler.schedule ADD COLUMN passed_at timestamptz;
UPDATE scheduler.schedule SET passed_at = last_planned_at WHERE last_planned_at IS NOT NULL;
COMMENT ON COLUMN scheduler.schedule.last_planned_at IS 'planned time of the last run that was dispatched; null if none was';
COMMENT ON COLUMN scheduler.schedule.passed_at IS 'planned time of the last run that no longer waits: dispatched, skipped, expired, or kept in the quarantine';

ALTER TABLE scheduler.schedule
  ADD COLUMN tracked  boolean NOT NULL DEFAULT false,
  ADD COLUMN failures integer NOT NULL DEFAULT 0;
UPDATE scheduler.schedule s SET tracked = true
  FROM scheduler.job j WHERE j.queue = s.queue AND j.job_id = s.job_id AND j.planned_at IS NOT NULL AND j.tracked;
COMMENT ON COLUMN scheduler.schedule.tracked IS 'whether its runs have executions';
COMMENT ON COLUMN scheduler.schedule.successes IS 'only if tracked: runs that have ended as FINISHED; a leader counts them after their end';
COMMENT ON COLUMN scheduler.schedule.failures IS 'only if tracked: runs that have ended as ERROR or EXHAUSTED; a leader counts them after their end';

-- A report that counted its run itself would hold the lock of the schedule, for which dispatch waits
ALTER TABLE scheduler.execution ADD COLUMN uncounted boolean NOT NULL DEFAULT false;
UPDATE scheduler.execution e SET uncounted = true WHERE e.planned_run IS NOT NULL AND e.ended_at IS NULL;
UPDATE scheduler.execution e SET uncounted = true FROM scheduler.job j WHERE j.fire_id = e.fire_id AND j.planned_at IS NOT NULL;
COMMENT ON COLUMN scheduler.execution.uncounted IS 'whether it is a run of a schedule that has not counted its end yet';
CREATE INDEX execution_uncounted ON scheduler.execution (ended_at) WHERE uncounted AND ended_at IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (28);
