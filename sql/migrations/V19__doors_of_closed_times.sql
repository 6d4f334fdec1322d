-- SQL sets no closed times that cannot be read at first sight, and a closed queue has no overdue jobs; run after V18, in the same way.
-- docs/limits.md

CREATE OR REPLACE FUNCTION scheduler.calculate_closed_time() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  times text := regexp_replace(NEW.closed, ' zone=[^=]*$', '');
  zone text := coalesce(substring(NEW.closed FROM ' zone=([^=]*)$'), 'UTC');
  unknown text;
BEGIN
  NEW.closed_with := NULL;
  IF times = 'never' THEN
    RETURN NEW;
  END IF;
  SELECT 'there is no calendar ' || c.name[1] INTO unknown
    FROM regexp_matches(times, 'calendar:([A-Za-z0-9._-]+)', 'g') AS c (name)
   WHERE NOT EXISTS (SELECT FROM scheduler.calendar k WHERE k.name = c.name[1]) LIMIT 1;
  IF times !~ '^(any|all|not)\s*\(.*\)$|^[a-z]+:' OR length(translate(times, '(', '')) <> length(translate(times, ')', '')) THEN
    unknown := 'it is no calendar';
  END IF;
  BEGIN
    PERFORM clock_timestamp() AT TIME ZONE btrim(zone);
  EXCEPTION WHEN invalid_parameter_value THEN
    unknown := 'there is no zone ' || zone;
  END;
  IF unknown IS NOT NULL THEN
    RAISE EXCEPTION
      'SCHED-0089 field closed of worker queue % is refused: %. Set never, or the calendar of the times at which the queue is not '
      'served, like any(weekly:SAT,SUN; daily:18:00-08:00) zone=Europe/Berlin', NEW.name, unknown
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION scheduler.calculate_closed_time IS
  'refuses what is no calendar at first sight, or names what does not exist; the leader reads the rest, and calculates';
CREATE TRIGGER worker_queue_closed_at_first BEFORE INSERT ON scheduler.worker_queue FOR EACH ROW
  WHEN (NEW.closed <> 'never') EXECUTE FUNCTION scheduler.calculate_closed_time();

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, pause.lasts AS paused, q.tracked,
       CASE WHEN pause.lasts OR everything.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting'
            WHEN closed.now THEN 'closed' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, CASE WHEN closed.now THEN 0 ELSE counted.overdue END AS overdue,
       counted.oldest_due_at, kept.held,
       NULL::text AS problem,
       again.retrying, q.retry, q.run_timeout, q.events, q.encrypted,
       CASE WHEN pause.lasts THEN q.paused_until END AS paused_until, q.input_schema_id
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (SELECT q.paused AND coalesce(q.paused_until > clock_timestamp(), true) AS lasts) pause
       CROSS JOIN LATERAL (
         SELECT coalesce(q.closed_from <= clock_timestamp() AND q.closed_until > clock_timestamp(), false) AS now) closed
       CROSS JOIN LATERAL (
         SELECT EXISTS (SELECT FROM scheduler.dispatch_pause p
                         WHERE p.group_key = '' AND coalesce(p.paused_until > clock_timestamp(), true)) AS paused) everything
       CROSS JOIN LATERAL (
         SELECT EXISTS (SELECT FROM scheduler.lease l
                         WHERE l.partition = q.partition AND l.holder IS NOT NULL AND l.released_at IS NULL
                           AND clock_timestamp() - l.last_run_at <= l.failover_interval) AS now) led
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting FROM (SELECT FROM scheduler.job WHERE queue = q.name LIMIT 1000) j) stored
       CROSS JOIN LATERAL (
         SELECT least(count(*), 1000) AS due,
                least(count(*) FILTER (WHERE d.due_at < (SELECT clock_timestamp() - interval 'PT1S')), 1000) AS overdue,
                min(d.due_at) AS oldest_due_at
           FROM ((SELECT j.due_at FROM scheduler.job j
                   WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                   ORDER BY j.eligible_at LIMIT 1000)
                 UNION ALL
                 (SELECT r.due_at FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000)) d) counted
       CROSS JOIN LATERAL (
         SELECT count(*) AS held
           FROM (SELECT FROM scheduler.job
                  WHERE queue = q.name AND eligible_at >= '9999-12-31T00:00:00Z' AND held_at IS NOT NULL LIMIT 1000) j) kept
       CROSS JOIN LATERAL (
         SELECT count(*) AS retrying FROM (SELECT FROM scheduler.retrying r WHERE r.queue = q.name LIMIT 1000) j) again;
COMMENT ON COLUMN scheduler.worker_queue_status.overdue IS 'more than a second after their due time, in a queue that is not closed';
COMMENT ON COLUMN scheduler.worker_queue_status.state IS
  'paused; no-leader: no node leads the partition; resting: the last attempt to dispatch its jobs failed; closed; open';

-- Failures are found although a batch has cancelled many runs
CREATE INDEX execution_failed ON scheduler.execution (submitted_at) WHERE unsuccessful_state IN ('ERROR', 'EXHAUSTED');

INSERT INTO scheduler.schema_version (version) VALUES (19);
