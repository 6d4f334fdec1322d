-- Schedules whose runs are spread; run after V25, in the same way.

ALTER TABLE scheduler.schedule ADD COLUMN jitter interval;
COMMENT ON COLUMN scheduler.schedule.jitter IS 'each run is dispatched at most so long after its planned time; null: at it';

-- The same for the same planned time, so that a pause or a resume does not change it
CREATE OR REPLACE FUNCTION scheduler.eligible_at(s scheduler.schedule, due_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT greatest(
    CASE WHEN s.jitter IS NOT NULL AND due_at = s.next_planned_at
         THEN due_at + s.jitter * ((hashtextextended(s.queue || '/' || s.job_id || ' ' || extract(epoch FROM due_at), 0) & 1048575) / 1048576.0)::double precision
         ELSE due_at END,
    s.held_until,
    CASE WHEN s.state = 'PAUSED' THEN coalesce(s.paused_until, '9999-12-31T00:00:00Z') END)
$$;

INSERT INTO scheduler.schema_version (version) VALUES (26);
