-- Pruning of schedules that have ended; run after V21, in the same way.

CREATE INDEX schedule_ended ON scheduler.schedule (ended_at) WHERE state = 'ENDED';
COMMENT ON COLUMN scheduler.schedule.held_until IS 'when the waiting run no longer waits for the end of the last one, or for its turn among the runs that catch up';

INSERT INTO scheduler.schema_version (version) VALUES (22);
