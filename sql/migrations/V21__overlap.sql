-- Schedules whose runs do not overlap; run after V20, in the same way.

ALTER TABLE scheduler.schedule
  ADD COLUMN overlap_limit interval,
  ADD COLUMN stateful      boolean NOT NULL DEFAULT false,
  ADD COLUMN waits_for     uuid,
  ADD COLUMN held_until    timestamptz;
COMMENT ON COLUMN scheduler.schedule.overlap_limit IS 'how long a run that is due waits for the end of the last one; null: it does not wait';
COMMENT ON COLUMN scheduler.schedule.stateful IS 'whether the result of a run becomes the payload of the next one';
COMMENT ON COLUMN scheduler.schedule.waits_for IS 'fire id of the last run, until a leader has seen its end';
COMMENT ON COLUMN scheduler.schedule.held_until IS 'when the waiting run no longer waits for the end of the last one';
CREATE INDEX schedule_waits_for ON scheduler.schedule (waits_for) WHERE waits_for IS NOT NULL;

CREATE FUNCTION scheduler.eligible_at(s scheduler.schedule, due_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT greatest(due_at, s.held_until, CASE WHEN s.state = 'PAUSED' THEN coalesce(s.paused_until, '9999-12-31T00:00:00Z') END)
$$;
COMMENT ON FUNCTION scheduler.eligible_at IS 'when dispatch may claim the waiting run of a schedule';
GRANT EXECUTE ON FUNCTION scheduler.eligible_at(scheduler.schedule, timestamptz) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (21);
