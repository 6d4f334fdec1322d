-- Jobs that belong together: job batches; run after V26, in the same way. docs/job-batches.md

ALTER TABLE scheduler.execution ADD COLUMN batch text;
COMMENT ON COLUMN scheduler.execution.batch IS
  'id of the job batch in which the run counts; null if it belongs to none, or a later run of its job has taken its place';

CREATE TABLE scheduler.job_batch (
  id            text        PRIMARY KEY,
  number        bigint      GENERATED ALWAYS AS IDENTITY,
  run           uuid        NOT NULL DEFAULT gen_random_uuid(),
  registered_by text,
  size          integer     CHECK (size >= 0),
  missing       integer     NOT NULL DEFAULT 0,
  total         integer     NOT NULL DEFAULT 0,
  waiting       integer     NOT NULL DEFAULT 0,
  running       integer     NOT NULL DEFAULT 0,
  finished      integer     NOT NULL DEFAULT 0,
  failed        integer     NOT NULL DEFAULT 0,
  cancelled     integer     NOT NULL DEFAULT 0,
  timeout       interval    NOT NULL DEFAULT interval 'P1D',
  expires_at    timestamptz DEFAULT clock_timestamp() + interval 'P1D',
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at     timestamptz,
  failed_at     timestamptz,
  ended_at      timestamptz,
  end_state     text        CHECK (end_state IN ('FINISHED', 'FAILED', 'CANCELLED')),
  message       text
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.job_batch IS
  'one row a job batch; its counts are behind by the rows of job_batch_change, which the leader adds; docs/job-batches.md';
COMMENT ON COLUMN scheduler.job_batch.number IS 'order in which batches were named first';
COMMENT ON COLUMN scheduler.job_batch.run IS 'what job_parent.run has of jobs that wait for the batch';
COMMENT ON COLUMN scheduler.job_batch.registered_by IS
  'the login that has named the batch first; others may neither add members nor close it';
COMMENT ON COLUMN scheduler.job_batch.size IS 'number of members; null until the batch is closed';
COMMENT ON COLUMN scheduler.job_batch.missing IS 'members that did not come in time, and are not awaited any more';
COMMENT ON COLUMN scheduler.job_batch.total IS 'members that were registered, each in one of the next five counts';
COMMENT ON COLUMN scheduler.job_batch.running IS 'members whose runs were dispatched and have not ended';
COMMENT ON COLUMN scheduler.job_batch.expires_at IS 'until then it has to be closed, or its members to come; null: it is not awaited';
COMMENT ON COLUMN scheduler.job_batch.failed_at IS 'when jobs that wait for a failure of the batch were released';
COMMENT ON COLUMN scheduler.job_batch.ended_at IS 'when jobs that wait for its end were released';
COMMENT ON COLUMN scheduler.job_batch.end_state IS 'how it has ended; can change if members are run again; null until it has ended';
COMMENT ON COLUMN scheduler.job_batch.message IS 'code and text of what is wrong with the batch itself; null if nothing is';
CREATE INDEX job_batch_number ON scheduler.job_batch (number);
CREATE INDEX job_batch_expiry ON scheduler.job_batch (expires_at) WHERE ended_at IS NULL;

-- Rows are only added, so that no end of a run waits for another one
CREATE TABLE scheduler.job_batch_change (
  id        bigint   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch     text     NOT NULL,
  total     smallint NOT NULL DEFAULT 0,
  waiting   smallint NOT NULL DEFAULT 0,
  running   smallint NOT NULL DEFAULT 0,
  finished  smallint NOT NULL DEFAULT 0,
  failed    smallint NOT NULL DEFAULT 0,
  cancelled smallint NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.job_batch_change IS
  'changes of the counts of a job batch that the leader has not added yet; all zero: it has to look at the batch and its children';
CREATE INDEX job_batch_change_batch ON scheduler.job_batch_change (batch);

ALTER TABLE scheduler.job_parent
  ADD COLUMN batch text,
  ADD COLUMN on_failure boolean NOT NULL DEFAULT false,
  ALTER COLUMN queue DROP NOT NULL,
  ALTER COLUMN job_id DROP NOT NULL;
COMMENT ON COLUMN scheduler.job_parent.batch IS 'id of the job batch that is the parent; null if a job is';
COMMENT ON COLUMN scheduler.job_parent.on_failure IS
  'whether the first failure of the batch releases the job, and an end without one cancels it';
CREATE INDEX job_parent_batch ON scheduler.job_parent (batch) WHERE batch IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.job_batch TO scheduler_xa;
GRANT SELECT, INSERT, DELETE ON scheduler.job_batch_change TO scheduler_xa;
GRANT SELECT ON scheduler.job_batch, scheduler.job_batch_change TO scheduler_read;

-- Transactions that add members to a closed batch lock its row one after the other: what they share of job_batch cannot become exclusive
GRANT DELETE ON scheduler.node_lock TO scheduler_xa;

-- Operators cancel the members of a batch, or run again what has failed
ALTER TABLE scheduler.batch_operation
  ADD COLUMN job_batch text,
  DROP CONSTRAINT batch_operation_operation_check,
  ADD CONSTRAINT batch_operation_operation_check CHECK (operation IN
    ('cancel', 'reschedule', 'run-now', 'hold', 'release', 'resubmit', 'delete', 'run-again', 'cancel-runs'));
COMMENT ON COLUMN scheduler.batch_operation.job_batch IS 'of run-again and cancel-runs: id of the job batch whose members it concerns';

CREATE FUNCTION scheduler.count_in_batch() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.job_batch_change (batch, total, waiting, running, finished, failed, cancelled)
  SELECT c.batch, sum(c.runs), coalesce(sum(c.runs) FILTER (WHERE c.state = 'SUBMITTED'), 0),
         coalesce(sum(c.runs) FILTER (WHERE c.state IN ('DISPATCHED', 'RUNNING')), 0),
         coalesce(sum(c.runs) FILTER (WHERE c.state = 'FINISHED'), 0),
         coalesce(sum(c.runs) FILTER (WHERE c.state IN ('ERROR', 'EXHAUSTED', 'EXPIRED')), 0),
         coalesce(sum(c.runs) FILTER (WHERE c.state = 'CANCELLED'), 0)
    FROM (VALUES (NEW.batch, NEW.state, 1), (OLD.batch, OLD.state, -1)) AS c (batch, state, runs)
   WHERE c.batch IS NOT NULL
   GROUP BY c.batch;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.count_in_batch() FROM PUBLIC;
CREATE TRIGGER execution_joins_batch AFTER INSERT ON scheduler.execution FOR EACH ROW
  WHEN (NEW.batch IS NOT NULL) EXECUTE FUNCTION scheduler.count_in_batch();
CREATE TRIGGER execution_of_batch AFTER UPDATE OF state, batch ON scheduler.execution FOR EACH ROW
  WHEN (OLD.batch IS NOT NULL
        AND (NEW.batch IS NULL OR NEW.state <> OLD.state AND NOT (OLD.state = 'DISPATCHED' AND NEW.state = 'RUNNING')))
  EXECUTE FUNCTION scheduler.count_in_batch();

-- As in V22; a batch is a parent, too, of which a job may wait for a failure
CREATE OR REPLACE FUNCTION scheduler.release_children(children uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
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
                    (array_agg(CASE WHEN x.batch IS NULL THEN format('parent %s/%s is %s', x.queue, left(x.job_id, 100), x.state)
                                    ELSE format('batch %s is %s', left(x.batch, 100), x.state) END ORDER BY x.number)
                       FILTER (WHERE x.state <> CASE WHEN x.on_failure THEN 'FAILED' ELSE 'FINISHED' END))[1] AS failure
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

-- Finds the batches of those of the jobs that wait for one, as find_parents does for runs. A batch that is locked, because members
-- are registered or it ends, is left for the next time. Returns the jobs whose batch has ended, or failed if they wait for that. A batch
-- may fail meanwhile: the leader looks again for the jobs that wait for that.
CREATE FUNCTION scheduler.find_batches(children uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  own text[];
BEGIN
  SELECT array_agg(l.id) INTO own
    FROM (SELECT b.id FROM scheduler.job_batch b
           WHERE b.id IN (SELECT p.batch FROM scheduler.job_parent p
                           WHERE p.fire_id = ANY (children) AND p.batch IS NOT NULL AND p.run IS NULL AND p.state IS NULL)
           ORDER BY b.id FOR KEY SHARE SKIP LOCKED) l;
  RETURN QUERY
  WITH found AS (
    UPDATE scheduler.job_parent p
       SET run = b.run, state = CASE WHEN p.on_failure AND b.failed_at IS NOT NULL THEN 'FAILED' ELSE b.end_state END,
           ended_at = CASE WHEN p.on_failure THEN coalesce(b.failed_at, b.ended_at) ELSE b.ended_at END
      FROM scheduler.job_batch b
     WHERE p.fire_id = ANY (children) AND p.run IS NULL AND p.state IS NULL AND p.batch = b.id AND b.id = ANY (own)
    RETURNING p.fire_id, p.batch, p.on_failure, p.state),
  looked AS (
    INSERT INTO scheduler.job_batch_change (batch) SELECT DISTINCT f.batch FROM found f WHERE f.on_failure AND f.state IS NULL)
  SELECT DISTINCT f.fire_id FROM found f WHERE f.state IS NOT NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.find_batches(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.find_batches(uuid[]) TO scheduler_xa;

-- Counts what has changed, and ends batches; in a transaction of the leader. Waits for no other transaction. The first failure is told
-- while members are registered; neither a run that is run again before its failure is counted nor a held job that is locked is forgotten.
CREATE FUNCTION scheduler.count_batches(most integer) RETURNS integer LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  own      text[];
  failing  uuid[];
  settling text[];
  counted  integer;
  known    integer;
  b        scheduler.job_batch;
  children uuid[];
BEGIN
  FOR b IN SELECT * FROM scheduler.job_batch x
            WHERE x.ended_at IS NULL AND x.expires_at <= clock_timestamp() ORDER BY x.expires_at LIMIT 100 FOR UPDATE SKIP LOCKED
  LOOP
    SELECT b.total + coalesce(sum(c.total), 0) INTO known FROM scheduler.job_batch_change c WHERE c.batch = b.id;
    UPDATE scheduler.job_batch x
       SET size = coalesce(x.size, known), closed_at = coalesce(x.closed_at, clock_timestamp()), expires_at = NULL,
           missing = greatest(coalesce(x.size, known) - known, 0),
           message = CASE WHEN x.size IS NULL
                          THEN 'SCHED-0859 nobody has closed the batch in time: it ends with the ' || known
                               || ' members that were registered'
                          WHEN x.size > known
                          THEN 'SCHED-0859 ' || x.size - known || ' of ' || x.size || ' members were not registered in time' END
     WHERE x.id = b.id;
    INSERT INTO scheduler.job_batch_change (batch) VALUES (b.id);
  END LOOP;

  -- This lock admits members. A failure counts even if the same page says that its run is run again
  SELECT array_agg(l.id) INTO own
    FROM (SELECT x.id FROM scheduler.job_batch x WHERE x.id IN (SELECT c.batch FROM scheduler.job_batch_change c)
           ORDER BY x.id FOR NO KEY UPDATE SKIP LOCKED) l;
  WITH page AS MATERIALIZED (
    SELECT c.id FROM scheduler.job_batch_change c WHERE c.batch = ANY (own) ORDER BY c.id LIMIT most),
  gone AS (
    DELETE FROM scheduler.job_batch_change c USING page p WHERE c.id = p.id RETURNING c.*),
  change AS (
    SELECT g.batch, count(*) AS rows, sum(g.total) AS total, sum(g.waiting) AS waiting, sum(g.running) AS running,
           sum(g.finished) AS finished, sum(g.failed) AS failed, sum(g.cancelled) AS cancelled, bool_or(g.failed > 0) AS has_failed
      FROM gone g GROUP BY g.batch),
  changed AS (
    UPDATE scheduler.job_batch x
       SET total = x.total + c.total, waiting = x.waiting + c.waiting, running = x.running + c.running,
           finished = x.finished + c.finished, failed = x.failed + c.failed, cancelled = x.cancelled + c.cancelled,
           failed_at = CASE WHEN c.has_failed OR x.failed + c.failed > 0 OR x.message IS NOT NULL
                            THEN coalesce(x.failed_at, clock_timestamp()) ELSE x.failed_at END
      FROM change c WHERE x.id = c.batch
    RETURNING x.*)
  SELECT (SELECT coalesce(sum(rows), 0) FROM change), array_agg(d.run) FILTER (WHERE d.failed_at IS NOT NULL),
         coalesce(array_agg(d.id) FILTER (WHERE d.total + d.missing >= d.size AND d.waiting + d.running = 0), '{}')
    INTO counted, failing, settling
    FROM changed d;
  WITH told AS (
    UPDATE scheduler.job_parent p SET state = 'FAILED', ended_at = clock_timestamp()
     WHERE p.run = ANY (failing) AND p.state IS NULL AND p.on_failure
    RETURNING p.fire_id)
  SELECT array_agg(DISTINCT t.fire_id) INTO children FROM told t;
  IF children IS NOT NULL THEN
    PERFORM scheduler.release_children(children);
  END IF;

  -- With this lock no transaction adds members, or jobs that wait for the batch
  SELECT coalesce(array_agg(l.id), '{}') INTO own
    FROM (SELECT x.id FROM scheduler.job_batch x WHERE x.id = ANY (settling) ORDER BY x.id FOR UPDATE SKIP LOCKED) l;
  INSERT INTO scheduler.job_batch_change (batch) SELECT s.id FROM unnest(settling) AS s (id) WHERE s.id <> ALL (own);
  FOR b IN SELECT * FROM scheduler.job_batch x
            WHERE x.id = ANY (own) AND NOT EXISTS (SELECT FROM scheduler.job_batch_change c WHERE c.batch = x.id) ORDER BY x.id
  LOOP
    UPDATE scheduler.job_batch x
       SET ended_at = coalesce(b.ended_at, clock_timestamp()),
           end_state = CASE WHEN b.failed > 0 OR b.message IS NOT NULL THEN 'FAILED'
                            WHEN b.cancelled > 0 THEN 'CANCELLED' ELSE 'FINISHED' END
     WHERE x.id = b.id
    RETURNING x.* INTO b;
    IF b.end_state = 'FINISHED' THEN
      -- What has failed was run again with success: this ends the hold of the jobs that were to wait for success. One that is locked
      -- is left for the next time
      WITH held AS MATERIALIZED (
        SELECT j.id, j.fire_id FROM scheduler.job_parent p JOIN scheduler.child_job c USING (fire_id)
               JOIN scheduler.job j ON j.queue = c.queue AND j.job_id = c.job_id AND j.fire_id = c.fire_id
         WHERE p.run = b.run AND p.state IN ('FAILED', 'CANCELLED') AND NOT p.on_failure
           AND j.waits_for IS NULL AND j.held_by = 'scheduler' AND j.last_error LIKE 'SCHED-0848 batch %'),
      free AS MATERIALIZED (
        SELECT j.id FROM scheduler.job j WHERE j.id IN (SELECT h.id FROM held h) FOR UPDATE SKIP LOCKED),
      released AS (
        UPDATE scheduler.job j SET held_at = NULL, held_by = NULL, last_error = NULL, waits_for = 1, eligible_at = '9999-12-31T00:00:00Z'
          FROM free f WHERE j.id = f.id)
      INSERT INTO scheduler.job_batch_change (batch) SELECT b.id FROM held h WHERE h.id NOT IN (SELECT f.id FROM free f) LIMIT 1;
    END IF;
    WITH told AS (
      UPDATE scheduler.job_parent p SET state = CASE WHEN p.on_failure AND b.failed_at IS NOT NULL THEN 'FAILED' ELSE b.end_state END,
             ended_at = clock_timestamp()
       WHERE p.run = b.run
         AND (p.state IS NULL
              OR NOT p.on_failure AND p.state <> b.end_state
                 AND EXISTS (SELECT FROM scheduler.child_job c JOIN scheduler.job j USING (queue, job_id)
                              WHERE c.fire_id = p.fire_id AND j.fire_id = p.fire_id AND j.waits_for > 0))
      RETURNING p.fire_id)
    SELECT array_agg(DISTINCT t.fire_id) INTO children FROM told t;
    IF children IS NOT NULL THEN
      PERFORM scheduler.release_children(children);
    END IF;
  END LOOP;
  -- Of batches that were deleted
  DELETE FROM scheduler.job_batch_change c
   WHERE c.id IN (SELECT y.id FROM scheduler.job_batch_change y
                   WHERE NOT EXISTS (SELECT FROM scheduler.job_batch x WHERE x.id = y.batch) LIMIT most);
  RETURN counted;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.count_batches(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.count_batches(integer) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (27);
