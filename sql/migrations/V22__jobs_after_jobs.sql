-- Jobs that wait for the ends of other jobs; run after V21, in the same way. docs/chains.md

ALTER TABLE scheduler.job
  ADD COLUMN waits_for integer,
  -- V23 looks at the rows: it locks nobody out meanwhile
  ADD CONSTRAINT job_waits_for_check CHECK (waits_for >= 0) NOT VALID;
COMMENT ON COLUMN scheduler.job.waits_for IS
  'how many parents of the job have not ended; eligible_at is in the year 9999 then. 0: the leader cancels it, as a parent has failed';

ALTER TABLE scheduler.execution
  ADD COLUMN is_awaited boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.execution.is_awaited IS 'whether a row of job_parent names the run, so that its end concerns other jobs';

-- No foreign keys: dispatch deletes a job without a look at these tables
CREATE TABLE scheduler.child_job (
  fire_id         uuid        PRIMARY KEY,
  queue           text        NOT NULL,
  job_id          text        NOT NULL,
  if_parent_fails text        NOT NULL CHECK (if_parent_fails IN ('run', 'cancel', 'hold')),
  delay           interval,
  known_until     timestamptz NOT NULL,
  registered_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at     timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.child_job IS 'one row a job that was registered with scheduler_after; docs/chains.md';
COMMENT ON COLUMN scheduler.child_job.if_parent_fails IS
  'what becomes of the job when all parents have ended, and one otherwise than FINISHED';
COMMENT ON COLUMN scheduler.child_job.delay IS 'from the release to the due time; null: its due time was given';
COMMENT ON COLUMN scheduler.child_job.known_until IS 'a parent that nobody has registered until then counts as UNKNOWN, which is a failure';
CREATE INDEX child_job_key ON scheduler.child_job (queue, job_id);
CREATE INDEX child_job_registered ON scheduler.child_job (registered_at);

CREATE TABLE scheduler.job_parent (
  fire_id  uuid        NOT NULL,
  number   integer     NOT NULL,
  queue    text        NOT NULL,
  job_id   text        NOT NULL,
  run      uuid,
  state    text,
  ended_at timestamptz,
  PRIMARY KEY (fire_id, number)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.job_parent IS 'the parents of each row of child_job, which has the same fire_id';
COMMENT ON COLUMN scheduler.job_parent.queue IS 'worker queue of the parent';
COMMENT ON COLUMN scheduler.job_parent.run IS 'fire id of the run of the parent that is awaited; null: none is known yet';
COMMENT ON COLUMN scheduler.job_parent.state IS 'how that run has ended, or UNKNOWN if there was none; null until then';
-- An end asks for the children of its run
CREATE INDEX job_parent_run ON scheduler.job_parent (run) WHERE state IS NULL;
CREATE INDEX job_parent_key ON scheduler.job_parent (queue, job_id);
CREATE INDEX job_parent_unknown ON scheduler.job_parent (fire_id, number) WHERE run IS NULL AND state IS NULL;

-- Without a key on fire_id: no transaction waits for another one
CREATE TABLE scheduler.child_to_release (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fire_id uuid   NOT NULL
);
COMMENT ON TABLE scheduler.child_to_release IS
  'jobs that another transaction was changing when a parent ended, or that were too many; the leader looks at them';

GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.child_job, scheduler.job_parent TO scheduler_xa;
GRANT SELECT, INSERT, DELETE ON scheduler.child_to_release TO scheduler_xa;
GRANT SELECT ON scheduler.child_job, scheduler.job_parent, scheduler.child_to_release TO scheduler_read;

-- Registrations of jobs with parents lock it one after the other: no two of them close a circle unseen
INSERT INTO scheduler.node_lock (name) VALUES ('jobs after jobs');

-- Whoever changes a job that waits for parents meets this trigger, after job_of_paused_group
CREATE FUNCTION scheduler.keep_waiting_child() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.fire_id <> OLD.fire_id THEN
    -- Another registration has replaced it
    NEW.waits_for := NULL;
  ELSE
    IF NEW.due_at <> OLD.due_at THEN
      -- The new due time is wanted, whenever its parents end
      UPDATE scheduler.child_job c SET delay = NULL WHERE c.fire_id = NEW.fire_id;
    END IF;
    NEW.eligible_at := '9999-12-31T00:00:00Z';
  END IF;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.keep_waiting_child() FROM PUBLIC;
CREATE TRIGGER job_waits_for_parents BEFORE UPDATE OF eligible_at ON scheduler.job FOR EACH ROW
  WHEN (NEW.waits_for IS NOT NULL) EXECUTE FUNCTION scheduler.keep_waiting_child();

-- A job that is registered again is no longer held because a parent of the former one has failed. Its name is before
-- job_of_paused_group, which may put off what this makes due.
CREATE FUNCTION scheduler.end_hold_of_child() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.held_at := NULL;
  NEW.held_by := NULL;
  NEW.eligible_at := NEW.due_at;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.end_hold_of_child() FROM PUBLIC;
CREATE TRIGGER job_held_for_parent BEFORE UPDATE OF fire_id ON scheduler.job FOR EACH ROW
  WHEN (OLD.held_by = 'scheduler' AND OLD.last_error LIKE 'SCHED-0848 %' AND NEW.fire_id <> OLD.fire_id AND NEW.held_at IS NOT NULL)
  EXECUTE FUNCTION scheduler.end_hold_of_child();

-- Looks again at jobs that wait for parents, and releases those whose parents have all ended. It waits for no other
-- transaction: what is locked, and what is too much for the transaction of an end, is left to the leader.
CREATE FUNCTION scheduler.release_children(children uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  own uuid[];
BEGIN
  SELECT coalesce(array_agg(w.fire_id), '{}') INTO own
    FROM (SELECT j.fire_id
            FROM unnest(children) AS u (fire_id) JOIN scheduler.child_job c USING (fire_id)
                 JOIN scheduler.job j ON j.queue = c.queue AND j.job_id = c.job_id AND j.fire_id = c.fire_id
           WHERE j.waits_for > 0
           LIMIT 1000 FOR UPDATE OF j SKIP LOCKED) w;
  WITH locked AS MATERIALIZED (
    SELECT e.fire_id FROM scheduler.execution e WHERE e.fire_id = ANY (own) FOR UPDATE SKIP LOCKED)
  SELECT coalesce(array_agg(o.fire_id), '{}') INTO own
    FROM unnest(own) AS o (fire_id)
   WHERE EXISTS (SELECT FROM locked l WHERE l.fire_id = o.fire_id)
      OR NOT EXISTS (SELECT FROM scheduler.execution e WHERE e.fire_id = o.fire_id);
  INSERT INTO scheduler.child_to_release (fire_id)
  SELECT u.fire_id
    FROM unnest(children) AS u (fire_id) JOIN scheduler.child_job c USING (fire_id)
         JOIN scheduler.job j ON j.queue = c.queue AND j.job_id = c.job_id AND j.fire_id = c.fire_id
   WHERE j.waits_for > 0 AND u.fire_id <> ALL (own);
  -- A statement of its own: it sees the ends that committed before the locks were there
  WITH settled AS MATERIALIZED (
    SELECT c.fire_id, c.queue, c.job_id, c.delay, p.unended, p.failure,
           CASE WHEN p.unended > 0 THEN 'wait' WHEN p.failure IS NULL THEN 'run' ELSE c.if_parent_fails END AS outcome
      FROM unnest(own) AS o (fire_id) JOIN scheduler.child_job c USING (fire_id)
           CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE x.state IS NULL) AS unended,
                    (array_agg(format('parent %s/%s is %s', x.queue, left(x.job_id, 100), x.state) ORDER BY x.number)
                       FILTER (WHERE x.state <> 'FINISHED'))[1] AS failure
               FROM scheduler.job_parent x WHERE x.fire_id = c.fire_id) p),
  changed AS (
    UPDATE scheduler.job j
       SET waits_for = CASE s.outcome WHEN 'wait' THEN s.unended WHEN 'cancel' THEN 0 END,
           due_at = n.due_at,
           eligible_at = CASE WHEN s.outcome = 'hold' OR j.held_at IS NOT NULL THEN '9999-12-31T00:00:00Z'
                              ELSE greatest(n.due_at, clock_timestamp()) END,
           held_at = CASE WHEN s.outcome = 'hold' THEN coalesce(j.held_at, clock_timestamp()) ELSE j.held_at END,
           held_by = CASE WHEN s.outcome = 'hold' THEN coalesce(j.held_by, 'scheduler') ELSE j.held_by END,
           last_error = CASE WHEN s.outcome IN ('hold', 'cancel') THEN 'SCHED-0848 ' || s.failure ELSE j.last_error END
      FROM settled s
           CROSS JOIN LATERAL (SELECT CASE WHEN s.outcome = 'run' THEN clock_timestamp() + s.delay END AS at) released
           CROSS JOIN LATERAL (SELECT coalesce(released.at, k.due_at) AS due_at FROM scheduler.job k
                                WHERE k.queue = s.queue AND k.job_id = s.job_id) n
     WHERE j.queue = s.queue AND j.job_id = s.job_id AND j.fire_id = s.fire_id
       AND (s.outcome <> 'wait' OR j.waits_for IS DISTINCT FROM s.unended)
    RETURNING j.fire_id, j.tracked, j.due_at, s.outcome),
  runs AS (
    UPDATE scheduler.execution e SET due_at = c.due_at, overdue_at = c.due_at + e.run_limit, changed_at = clock_timestamp()
      FROM changed c WHERE c.tracked AND c.outcome = 'run' AND e.fire_id = c.fire_id AND e.due_at <> c.due_at)
  UPDATE scheduler.child_job k SET released_at = clock_timestamp()
    FROM changed c WHERE c.outcome <> 'wait' AND k.fire_id = c.fire_id;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.release_children(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.release_children(uuid[]) TO scheduler_xa;

-- The run of a job that is newest: that of the waiting job, or the latest one that was dispatched. Null if nothing will tell its end.
CREATE FUNCTION scheduler.newest_run(queue text, job_id text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN j.id IS NULL
              THEN (SELECT e.fire_id FROM scheduler.execution e
                     WHERE e.queue = $1 AND e.job_id = $2 ORDER BY e.submitted_at DESC LIMIT 1)
              WHEN j.tracked AND j.planned_at IS NULL THEN j.fire_id END
    FROM (VALUES (1)) AS always LEFT JOIN scheduler.job j ON j.queue = $1 AND j.job_id = $2
$$;
REVOKE EXECUTE ON FUNCTION scheduler.newest_run(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.newest_run(text, text) TO scheduler_xa, scheduler_read;

-- Finds the runs of parents of which none is known yet, and the ends of those that have ended. What it locks makes each end wait,
-- so that either it sees that the run is awaited, or this sees the end. Returns the children of parents that have ended.
CREATE FUNCTION scheduler.find_parents(children uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  runs uuid[];
BEGIN
  SELECT array_agg(f.run) INTO runs
    FROM (SELECT DISTINCT scheduler.newest_run(k.queue, k.job_id) AS run
            FROM (SELECT DISTINCT p.queue, p.job_id FROM scheduler.job_parent p
                   WHERE p.fire_id = ANY (children) AND p.run IS NULL AND p.state IS NULL) k) f
   WHERE f.run IS NOT NULL;
  IF runs IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM scheduler.execution e WHERE e.fire_id = ANY (runs) ORDER BY e.fire_id FOR UPDATE;
  UPDATE scheduler.execution e SET is_awaited = true WHERE e.fire_id = ANY (runs) AND NOT e.is_awaited AND e.ended_at IS NULL;
  -- One that was replaced before it was locked is not the newest any more
  RETURN QUERY
  WITH found AS (
    UPDATE scheduler.job_parent p SET run = e.fire_id, state = CASE WHEN e.ended_at IS NOT NULL THEN e.state END, ended_at = e.ended_at
      FROM scheduler.execution e
     WHERE p.fire_id = ANY (children) AND p.run IS NULL AND p.state IS NULL
       AND e.fire_id = ANY (runs) AND e.queue = p.queue AND e.job_id = p.job_id
       AND (e.ended_at IS NULL OR e.fire_id = scheduler.newest_run(p.queue, p.job_id))
    RETURNING p.fire_id, p.state)
  SELECT DISTINCT f.fire_id FROM found f WHERE f.state IS NOT NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.find_parents(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.find_parents(uuid[]) TO scheduler_xa;

CREATE FUNCTION scheduler.end_parent() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  children uuid[];
BEGIN
  IF NEW.state = 'CANCELLED' AND OLD.state = 'SUBMITTED' AND EXISTS (
       SELECT FROM scheduler.job j WHERE j.queue = NEW.queue AND j.job_id = NEW.job_id AND j.fire_id <> NEW.fire_id) THEN
    -- The later registration takes its place; the leader finds its run
    UPDATE scheduler.job_parent p SET run = NULL WHERE p.run = NEW.fire_id AND p.state IS NULL;
  ELSE
    WITH ended AS (
      UPDATE scheduler.job_parent p SET state = NEW.state, ended_at = NEW.ended_at
       WHERE p.run = NEW.fire_id AND p.state IS NULL
      RETURNING p.fire_id)
    SELECT array_agg(DISTINCT e.fire_id) INTO children FROM ended e;
    IF children IS NOT NULL THEN
      PERFORM scheduler.release_children(children);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.end_parent() FROM PUBLIC;
CREATE TRIGGER execution_of_parent AFTER UPDATE OF ended_at ON scheduler.execution FOR EACH ROW
  WHEN (NEW.is_awaited AND OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION scheduler.end_parent();

INSERT INTO scheduler.schema_version (version) VALUES (22);
