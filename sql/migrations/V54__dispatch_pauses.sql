-- Pauses of the dispatch of all jobs, or of those of a message group; run after V53, in the same way. docs/adr/0101

CREATE TABLE scheduler.dispatch_pause (
  group_key    text        PRIMARY KEY,
  paused_until timestamptz,
  paused_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  paused_by    text        NOT NULL
);
COMMENT ON TABLE scheduler.dispatch_pause IS 'pauses by operators, besides those of worker queues and schedules';
COMMENT ON COLUMN scheduler.dispatch_pause.group_key IS 'only the jobs of this group wait; empty: all jobs';
COMMENT ON COLUMN scheduler.dispatch_pause.paused_until IS 'when dispatch goes on by itself; null if only a resume ends the pause';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.dispatch_pause TO scheduler_xa;
GRANT SELECT ON scheduler.dispatch_pause TO scheduler_read;

ALTER TABLE scheduler.job ADD COLUMN resumes_at timestamptz;
COMMENT ON COLUMN scheduler.job.resumes_at IS 'only of a job whose group is paused: its eligible_at after the pause';

-- Dispatch sees only eligible_at, so a paused group costs it nothing. Whoever stores or changes a job of such a group meets this trigger.
-- A statement that computes a job's new eligible_at from the old one begins with coalesce(resumes_at, eligible_at).
CREATE FUNCTION scheduler.keep_paused_group() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM scheduler.dispatch_pause p WHERE p.group_key = NEW.group_key) THEN
    NEW.resumes_at := NEW.eligible_at;
    NEW.eligible_at := '9999-12-31T00:00:00Z';
  ELSE
    NEW.resumes_at := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER job_of_paused_group BEFORE INSERT OR UPDATE OF eligible_at, group_key ON scheduler.job FOR EACH ROW
  WHEN (NEW.group_key IS NOT NULL) EXECUTE FUNCTION scheduler.keep_paused_group();
REVOKE EXECUTE ON FUNCTION scheduler.keep_paused_group() FROM PUBLIC;

CREATE OR REPLACE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, pause.lasts AS paused, q.tracked,
       CASE WHEN pause.lasts OR everything.paused THEN 'paused' WHEN NOT led.now THEN 'no-leader' WHEN q.failures > 0 THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at, kept.held,
       CASE WHEN everything.paused
            THEN 'an operator has paused the dispatch of all jobs: wait for the end of the pause, or resume it by POST /dispatch/resume'
            WHEN NOT led.now
            THEN format('no node leads partition %s: start a node that names it in scheduler.lease.partitions, or set another partition', q.partition)
            WHEN q.failures > 0 THEN q.last_error END AS problem,
       again.retrying, q.retry, q.run_timeout, q.events, q.encrypted, CASE WHEN pause.lasts THEN q.paused_until END AS paused_until, q.input_schema_id
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (SELECT q.paused AND coalesce(q.paused_until > clock_timestamp(), true) AS lasts) pause
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

INSERT INTO scheduler.schema_version (version) VALUES (54);
