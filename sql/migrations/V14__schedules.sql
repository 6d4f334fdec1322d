-- Schedules: jobs that recur; run after V13, in the same way.

ALTER TABLE scheduler.job ADD COLUMN planned_at timestamptz, ADD COLUMN replaced_planned_at timestamptz;
COMMENT ON COLUMN scheduler.job.planned_at IS 'only of a run of a schedule: the time that the schedule has planned for it';
COMMENT ON COLUMN scheduler.job.replaced_planned_at IS 'planned_at of the run that this job has replaced';

-- One row a schedule. While it is active, exactly one row of table job waits under its key: the next run.
-- No foreign keys: an in-doubt branch would hold locks on rows of other tables.
CREATE TABLE scheduler.schedule (
  queue              text        NOT NULL,
  job_id             text        NOT NULL,
  state              text        NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'PAUSED', 'ENDED')),
  recurrence         text        NOT NULL,
  misfire            text        NOT NULL,
  runs               integer     NOT NULL DEFAULT 0,
  last_planned_at    timestamptz,
  last_dispatched_at timestamptz,
  next_planned_at    timestamptz,
  registered_by      text,
  registered_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at           timestamptz,
  end_reason         text,
  PRIMARY KEY (queue, job_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.schedule IS 'jobs that recur; docs/schedules.md';
COMMENT ON COLUMN scheduler.schedule.state IS 'ENDED: no further run comes; end_reason tells why';
COMMENT ON COLUMN scheduler.schedule.recurrence IS 'when it is due, with zone, start, end and count, in the text form of docs/recurrence.md';
COMMENT ON COLUMN scheduler.schedule.misfire IS 'what becomes of planned times that were missed by more than the threshold';
COMMENT ON COLUMN scheduler.schedule.runs IS 'planned runs that no longer wait: dispatched, expired, or kept in the quarantine';
COMMENT ON COLUMN scheduler.schedule.next_planned_at IS 'planned time of the run that waits in table job; null if it has ended';

GRANT SELECT ON scheduler.schedule TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.schedule TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (14);
