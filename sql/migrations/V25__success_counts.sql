-- Schedules that end after a number of successful runs; run after V24, in the same way.

ALTER TABLE scheduler.schedule
  ADD COLUMN successes        integer NOT NULL DEFAULT 0,
  ADD COLUMN wanted_successes integer;
COMMENT ON COLUMN scheduler.schedule.successes IS 'only with wanted_successes: runs that their worker has reported as finished';
COMMENT ON COLUMN scheduler.schedule.wanted_successes IS 'after how many of them it ends; null: its recurrence says when it ends';

INSERT INTO scheduler.schema_version (version) VALUES (25);
