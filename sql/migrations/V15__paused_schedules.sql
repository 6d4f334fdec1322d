-- Schedules that an operator has paused; run after V14, in the same way.

ALTER TABLE scheduler.schedule ADD COLUMN paused_until timestamptz;
COMMENT ON COLUMN scheduler.schedule.paused_until IS 'only of state PAUSED: when it goes on by itself; null if only a resume ends the pause';
COMMENT ON COLUMN scheduler.schedule.state IS 'PAUSED: its run waits until paused_until or a resume; ENDED: no further run comes; end_reason tells why';

INSERT INTO scheduler.schema_version (version) VALUES (15);
