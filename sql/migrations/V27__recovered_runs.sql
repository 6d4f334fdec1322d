-- Silent runs of schedules are sent again; run after V26, in the same way.

ALTER TABLE scheduler.execution ADD COLUMN planned_run jsonb;
COMMENT ON COLUMN scheduler.execution.planned_run IS 'only of a dispatched run of a schedule: its times and number, as its worker got them';

ALTER TABLE scheduler.job ADD COLUMN recovers jsonb;
COMMENT ON COLUMN scheduler.job.recovers IS 'only of a run of a schedule that is sent again: planned_run of its execution, and the job id of the schedule';

-- At most 237 characters, fewer than a job id may have
CREATE FUNCTION scheduler.recovery_id(job_id text, fire_id uuid) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT left(job_id, 200) || '~' || fire_id
$$;
COMMENT ON FUNCTION scheduler.recovery_id IS 'the job id under which a run of a schedule is sent again; the job id of the schedule belongs to the next run';
GRANT EXECUTE ON FUNCTION scheduler.recovery_id(text, uuid) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (27);
