-- Calendars that schedules name; run after V19, in the same way.

CREATE TABLE scheduler.calendar (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  excludes      text        NOT NULL,
  hash          text        NOT NULL GENERATED ALWAYS AS (md5(excludes)) STORED,
  registered_by text,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.calendar IS 'times at which no run of the schedules that name it is due; docs/schedules.md';
COMMENT ON COLUMN scheduler.calendar.excludes IS 'in the text form of docs/recurrence.md';

-- The foreign key holds up a delete of the calendar, and nothing else, while a registration that names it is open.
CREATE TABLE scheduler.schedule_calendar (
  queue        text NOT NULL,
  job_id       text NOT NULL,
  calendar     text NOT NULL REFERENCES scheduler.calendar,
  planned_with text NOT NULL,
  PRIMARY KEY (queue, job_id, calendar)
);
CREATE INDEX schedule_calendar_planned ON scheduler.schedule_calendar (calendar, planned_with);
COMMENT ON TABLE scheduler.schedule_calendar IS 'which schedules name which calendars';
COMMENT ON COLUMN scheduler.schedule_calendar.planned_with IS 'hash of the calendar by which the next run was planned; if it is another one now, a leader moves the run';

GRANT SELECT ON scheduler.calendar, scheduler.schedule_calendar TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.calendar, scheduler.schedule_calendar TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (20);
