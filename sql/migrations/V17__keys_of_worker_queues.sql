-- Worker queues share their runs among the keys of their jobs; run after V16, in the same way. docs/limits.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN key_property text NOT NULL DEFAULT 'none' CHECK (key_property ~ '^(none|group|x_[^[:space:]="]{1,98})$'),
  ADD COLUMN max_concurrent_runs_per_key integer NOT NULL DEFAULT 0 CHECK (max_concurrent_runs_per_key BETWEEN 0 AND 10000),
  ADD COLUMN fair_shares boolean NOT NULL DEFAULT false;
ALTER TABLE scheduler.worker_queue
  ADD COLUMN by_key boolean NOT NULL GENERATED ALWAYS AS (fair_shares OR max_concurrent_runs_per_key > 0) STORED;
COMMENT ON COLUMN scheduler.worker_queue.key_property IS
  'whose value is the key of a job: group (its message group), an x_ property, or none. docs/limits.md';
COMMENT ON COLUMN scheduler.worker_queue.max_concurrent_runs_per_key IS
  'how many of its runs of one key are dispatched and have not ended at most, in the whole cluster; 0: no limit. docs/limits.md';
COMMENT ON COLUMN scheduler.worker_queue.fair_shares IS
  'whether the keys of due jobs take turns, instead of the oldest job being first. docs/limits.md';
COMMENT ON COLUMN scheduler.worker_queue.by_key IS 'whether dispatch chooses the due jobs of the queue by their keys';
GRANT INSERT (key_property, max_concurrent_runs_per_key, fair_shares), UPDATE (key_property, max_concurrent_runs_per_key, fair_shares)
  ON scheduler.worker_queue TO scheduler_xa;

-- With its property, so that a key of another property is seen as such. By bytes: the keys of a property are next to each other.
ALTER TABLE scheduler.job ADD COLUMN share_key text COLLATE "C";
COMMENT ON COLUMN scheduler.job.share_key IS
  'PROPERTY=VALUE of the queue''s key_property; null: the queue had none when the job was stored, or an earlier version stored it';

ALTER TABLE scheduler.execution ADD COLUMN share_key text COLLATE "C";
COMMENT ON COLUMN scheduler.execution.share_key IS 'of a dispatched run: the key by which it counts until it ends or waits again';

CREATE FUNCTION scheduler.share_key(property text, group_key text, properties text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
DECLARE
  value text;
BEGIN
  IF property = 'none' THEN
    RETURN NULL;
  END IF;
  BEGIN
    value := coalesce(CASE WHEN property = 'group' THEN group_key ELSE properties::json ->> property END, '');
  EXCEPTION WHEN data_exception THEN
    -- What json refuses, or was written by hand
    value := '';
  END;
  RETURN property || '=' || CASE WHEN octet_length(value) <= 200 THEN value ELSE left(value, 40) || '...' || md5(value) END;
END
$$;
COMMENT ON FUNCTION scheduler.share_key IS 'the key of a job; at most about 300 bytes. Jobs without a value have one key together';
REVOKE EXECUTE ON FUNCTION scheduler.share_key(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.share_key(text, text, text) TO scheduler_xa, scheduler_read;

-- Who changes a job that has a key need not know of it.
CREATE FUNCTION scheduler.change_share_key() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.share_key := (SELECT scheduler.share_key(q.key_property, NEW.group_key, NEW.properties)
                      FROM scheduler.worker_queue q WHERE q.name = NEW.queue);
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.change_share_key() FROM PUBLIC;
CREATE TRIGGER job_share_key BEFORE UPDATE OF group_key, properties ON scheduler.job FOR EACH ROW
  WHEN (OLD.share_key IS NOT NULL AND (OLD.group_key, OLD.properties) IS DISTINCT FROM (NEW.group_key, NEW.properties))
  EXECUTE FUNCTION scheduler.change_share_key();

-- Jobs have another key or none if the queue has got its key since, or if a node of an earlier version has stored them. Rows that
-- another transaction has locked are left to the next pass.
CREATE FUNCTION scheduler.fill_share_keys(queue_name text, after_job text, portion integer, OUT last_job text, OUT filled integer)
LANGUAGE sql SET search_path = '' AS $$
  WITH part AS MATERIALIZED (
    SELECT j.id, j.job_id, j.share_key, q.key_property FROM scheduler.worker_queue q JOIN scheduler.job j ON j.queue = q.name
     WHERE q.name = queue_name AND q.key_property <> 'none' AND j.job_id > after_job
     ORDER BY j.job_id LIMIT portion),
  -- By arrays of ids: whatever the planner knows of the table, it does not read all of it
  wrong AS MATERIALIZED (
    SELECT j.id, scheduler.share_key((SELECT q.key_property FROM scheduler.worker_queue q WHERE q.name = queue_name),
                                     j.group_key, j.properties) AS share_key
      FROM scheduler.job j
     WHERE j.id = ANY (ARRAY(SELECT p.id FROM part p WHERE NOT coalesce(starts_with(p.share_key, p.key_property || '='), false)))
     ORDER BY j.id FOR UPDATE OF j SKIP LOCKED),
  changed AS (
    UPDATE scheduler.job j SET share_key = w.share_key FROM wrong w
     WHERE j.id = w.id AND j.id = ANY (ARRAY(SELECT id FROM wrong)) RETURNING j.id)
  SELECT CASE WHEN count(*) = portion THEN max(p.job_id) END, (SELECT count(*) FROM changed)::int FROM part p
$$;
COMMENT ON FUNCTION scheduler.fill_share_keys IS
  'gives a portion of the waiting jobs of a queue their keys; last_job is null at the end of the queue';
REVOKE EXECUTE ON FUNCTION scheduler.fill_share_keys(text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.fill_share_keys(text, text, integer) TO scheduler_xa;

CREATE FUNCTION scheduler.change_key_property() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.key_property = 'none' AND NEW.by_key THEN
    RAISE EXCEPTION
      'SCHED-0825 worker queue % has a limit for each key or fair shares, but no key: set keyProperty, or remove both first', NEW.name
      USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.encrypted AND NEW.key_property NOT IN ('none', 'group') THEN
    RAISE EXCEPTION
      'SCHED-0826 worker queue % is encrypted, but the values of % would be stored in clear: '
      'set keyProperty to group, or encrypted to false',
      NEW.name, NEW.key_property USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.key_property <> NEW.key_property THEN
    -- A task of the leader does the others
    PERFORM scheduler.fill_share_keys(NEW.name, '', 10000);
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.change_key_property() FROM PUBLIC;
CREATE TRIGGER worker_queue_key AFTER INSERT OR UPDATE OF key_property, max_concurrent_runs_per_key, fair_shares, encrypted
  ON scheduler.worker_queue FOR EACH ROW WHEN (NEW.by_key OR NEW.key_property <> 'none')
  EXECUTE FUNCTION scheduler.change_key_property();

-- As in V13, and by key
CREATE OR REPLACE FUNCTION scheduler.limit_runs() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NOT (NEW.tracked OR NEW.finished_when_acknowledged) THEN
    RAISE EXCEPTION
      'SCHED-0824 worker queue % limits its concurrent runs, but nothing would tell when they end: '
      'set finishedWhenAcknowledged, or tracked if its workers report', NEW.name
      USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO scheduler.node_lock (name) VALUES ('runs of ' || NEW.name) ON CONFLICT (name) DO NOTHING;
  IF TG_OP = 'INSERT' OR (OLD.max_concurrent_runs = 0 AND OLD.max_concurrent_runs_per_key = 0) THEN
    WITH running AS MATERIALIZED (
      SELECT e.fire_id FROM scheduler.execution e
       WHERE e.queue = NEW.name AND e.state IN ('DISPATCHED', 'RUNNING') AND e.ended_at IS NULL AND NOT e.is_limited
         AND (NOT NEW.finished_when_acknowledged OR e.state = 'RUNNING' OR e.awaits_acknowledgement)
       ORDER BY e.fire_id FOR UPDATE)
    UPDATE scheduler.execution e SET is_limited = true FROM running r WHERE e.fire_id = r.fire_id;
  END IF;
  IF NEW.max_concurrent_runs_per_key > 0 THEN
    WITH running AS MATERIALIZED (
      SELECT e.fire_id, scheduler.share_key(NEW.key_property, i.job ->> 'group_key', i.job ->> 'properties') AS share_key
        FROM scheduler.execution e JOIN scheduler.execution_input i USING (fire_id)
       WHERE e.queue = NEW.name AND e.is_limited AND e.ended_at IS NULL
         AND NOT coalesce(starts_with(e.share_key, NEW.key_property || '='), false)
       ORDER BY e.fire_id FOR UPDATE OF e)
    UPDATE scheduler.execution e SET share_key = r.share_key FROM running r WHERE e.fire_id = r.fire_id;
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER worker_queue_limited ON scheduler.worker_queue;
CREATE TRIGGER worker_queue_limited AFTER INSERT OR UPDATE OF max_concurrent_runs, max_concurrent_runs_per_key, key_property, tracked,
  finished_when_acknowledged ON scheduler.worker_queue FOR EACH ROW
  WHEN (NEW.max_concurrent_runs > 0 OR NEW.max_concurrent_runs_per_key > 0) EXECUTE FUNCTION scheduler.limit_runs();

INSERT INTO scheduler.schema_version (version) VALUES (17);
