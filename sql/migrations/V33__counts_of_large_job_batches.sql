-- Counts of large job batches; run after V32, in the same way. docs/job-batches.md

-- As in V27, but a page is found once. Joined with the table, it was read again for each row, by a plan that was made while the table was
-- empty and is kept in the session.
-- Counts what has changed, and ends batches; in a transaction of the leader. Waits for no other transaction. The first failure is told
-- while members are registered; neither a run that is run again before its failure is counted nor a held job that is locked is forgotten.
CREATE OR REPLACE FUNCTION scheduler.count_batches(most integer) RETURNS integer LANGUAGE plpgsql SET search_path = '' AS $$
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
  WITH gone AS (
    DELETE FROM scheduler.job_batch_change c
     WHERE c.id = ANY (ARRAY(SELECT y.id FROM scheduler.job_batch_change y WHERE y.batch = ANY (own) ORDER BY y.id LIMIT most))
    RETURNING c.*),
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
   WHERE c.id = ANY (ARRAY(SELECT y.id FROM scheduler.job_batch_change y
                            WHERE NOT EXISTS (SELECT FROM scheduler.job_batch x WHERE x.id = y.batch) LIMIT most));
  RETURN counted;
END
$$;

INSERT INTO scheduler.schema_version (version) VALUES (33);
