-- Plain jobs of register_all are stored at once; run after V29, in the same way. docs/wire-contract.md, ADR 0134

-- What a node would refuse is left to the nodes
ALTER TABLE scheduler.node
  ADD COLUMN max_body_bytes     integer,
  ADD COLUMN max_property_bytes integer;
COMMENT ON COLUMN scheduler.node.max_body_bytes IS 'largest payload that the node accepts; null: its version does not tell it';
COMMENT ON COLUMN scheduler.node.max_property_bytes IS 'largest x_ properties that the node accepts; null: its version does not tell it';
GRANT UPDATE (max_body_bytes, max_property_bytes) ON scheduler.node TO scheduler_xa;

ALTER TABLE scheduler.ledger_entry
  ADD COLUMN queue     text,
  ADD COLUMN first_job bigint;
COMMENT ON COLUMN scheduler.ledger_entry.queue IS
  'of jobs that were stored without a node: the leader adds them to statistics and metrics when it merges the entry';
COMMENT ON COLUMN scheduler.ledger_entry.first_job IS 'of jobs that were stored without a node: none of them has a smaller id';

-- By hash, because a job id that is refused later may be longer than an entry of another index
CREATE INDEX sql_registration_job ON scheduler.sql_registration USING hash ((properties ->> 'scheduler_jobId'));

-- The due time of a request by SQL if it is written in a usual form, or else null: a node reads the others. As in the nodes, a day has
-- 24 hours. Milliseconds from 2192 on could be rounded.
CREATE FUNCTION scheduler.plain_due_at(properties jsonb, called_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN properties ? 'scheduler_dueAt' AND properties ? 'scheduler_delay' THEN NULL
    WHEN jsonb_typeof(properties -> 'scheduler_dueAt') = 'number' THEN
      CASE WHEN (properties -> 'scheduler_dueAt')::numeric BETWEEN 0 AND 6999999999999
            AND scale((properties -> 'scheduler_dueAt')::numeric) = 0
           THEN to_timestamp(0) + (properties -> 'scheduler_dueAt')::bigint * interval '1 millisecond' END
    WHEN jsonb_typeof(properties -> 'scheduler_dueAt') = 'string' THEN
      CASE WHEN properties ->> 'scheduler_dueAt' ~ ('^(197[1-9]|19[89]\d|2\d{3})-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?'
                                                    || '(Z|[+-](0\d|1[0-4]):[0-5]\d)$')
            AND pg_input_is_valid(properties ->> 'scheduler_dueAt', 'timestamptz')
           THEN (properties ->> 'scheduler_dueAt')::timestamptz END
    WHEN jsonb_typeof(properties -> 'scheduler_delay') = 'string' THEN
      CASE WHEN properties ->> 'scheduler_delay' ~
                '^P(?=[\dT])(\d{1,4}D)?(T(?=\d)(\d{1,6}H)?(\d{1,6}M)?(\d{1,6}(\.\d{1,6})?S)?)?$'
           THEN called_at + make_interval(secs => extract(epoch FROM (properties ->> 'scheduler_delay')::interval)::double precision) END
    END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.plain_due_at(jsonb, timestamptz) FROM PUBLIC;

-- The place of the waiting job of a key, by its unique index: a planner that takes the table for empty may choose another one, and read all
-- jobs of the queue, but only that one has them in this order.
CREATE FUNCTION scheduler.place_of_job(queue_name text, key text) RETURNS tid LANGUAGE plpgsql STABLE
SET search_path = '' SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
BEGIN
  RETURN (SELECT j.ctid FROM scheduler.job j WHERE j.queue = queue_name AND j.job_id >= key AND j.job_id <= key ORDER BY j.job_id LIMIT 1);
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.place_of_job(text, text) FROM PUBLIC;

-- The settings by which jobs of the queue are stored without a node; nothing if a node must read them.
CREATE FUNCTION scheduler.plain_queue(queue_name text, OUT property text, OUT body_limit integer, OUT property_limit integer)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- In the collation of the index
  caller CONSTANT text := session_user;
BEGIN
  SELECT q.key_property, n.max_body_bytes, n.max_property_bytes INTO property, body_limit, property_limit
    FROM scheduler.worker_queue q
         -- A node that has not told of itself for a while has ended
         CROSS JOIN (SELECT min(m.max_body_bytes) AS max_body_bytes, min(m.max_property_bytes) AS max_property_bytes
                       FROM scheduler.node m WHERE m.seen_at > clock_timestamp() - interval 'PT1M'
                     HAVING count(*) = count(m.max_body_bytes)) n
   WHERE q.name = queue_name AND NOT (q.tracked OR q.events OR q.encrypted OR q.input_schema_id IS NOT NULL)
     AND EXISTS (SELECT FROM scheduler.registration_grant g WHERE g.login = caller AND g.queue IN (queue_name, '*'));
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.plain_queue(text) FROM PUBLIC;

-- Whether this transaction, or a savepoint in it, has written a visible row. Earlier rows are not asked: the number of the transaction of
-- a frozen row may be that of a transaction of today.
CREATE FUNCTION scheduler.is_own(writer xid, sent_at timestamptz) RETURNS boolean LANGUAGE sql AS $$
  SELECT CASE WHEN sent_at >= transaction_timestamp() AND age(writer) <= age(pg_current_xact_id()::xid)
              THEN pg_xact_status((pg_current_xact_id()::text::bigint + age(pg_current_xact_id()::xid) - age(writer))::text::xid8)
                   = 'in progress'
              ELSE false END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.is_own(xid, timestamptz) FROM PUBLIC;

-- Has a node asked for jobs that this transaction has stored.
CREATE FUNCTION scheduler.ask_instead(places tid[]) RETURNS void LANGUAGE sql AS $$
  WITH taken_back AS (
    DELETE FROM scheduler.job j
     WHERE j.ctid = ANY (places) AND j.message_id LIKE 'SQL:%' AND scheduler.is_own(j.xmin, j.sent_at) RETURNING *),
  entry AS (
    INSERT INTO scheduler.ledger_entry (kind, jobs, queue) SELECT 'registered', -count(*), t.queue FROM taken_back t GROUP BY t.queue)
  INSERT INTO scheduler.sql_registration (id, requested_at, requested_by, properties, body) OVERRIDING SYSTEM VALUE
  SELECT substr(t.message_id, 5)::bigint, t.sent_at, t.registered_by,
         jsonb_strip_nulls(jsonb_build_object(
           'scheduler_queue', t.queue, 'scheduler_jobId', t.job_id, 'scheduler_priority', t.priority, 'scheduler_group', t.group_key,
           'scheduler_dueAt', to_char(t.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
           || coalesce(t.properties::jsonb, '{}'), convert_from(t.body, 'UTF8')
    FROM taken_back t
$$;
REVOKE EXECUTE ON FUNCTION scheduler.ask_instead(tid[]) FROM PUBLIC;

-- Stores those of the requests for which a node would do nothing but this: plain jobs of plain queues, under keys that nobody uses.
-- It only adds rows, and locks none that others see. In other isolation levels it would not see what has been committed meanwhile.
-- The subqueries with a limit are no joins: they read by an index, whatever the planner knows of the tables. For job see place_of_job.
CREATE FUNCTION scheduler.store_plain_jobs(numbers bigint[], properties jsonb[], bodies text[], called_at timestamptz)
RETURNS bigint LANGUAGE plpgsql SET search_path = scheduler, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
DECLARE
  plain CONSTANT text[] := '{scheduler_queue,scheduler_jobId,scheduler_dueAt,scheduler_delay,scheduler_priority,scheduler_group}';
  fire_id CONSTANT text := left(gen_random_uuid()::text, 28);
  -- In the collation of the index
  caller CONSTANT text := session_user;
  queues CONSTANT text[] := ARRAY(SELECT DISTINCT u.p ->> 'scheduler_queue' FROM unnest(properties) AS u (p) ORDER BY 1);
  queue_name text;
  property text;
  body_limit integer;
  property_limit integer;
  jobs bigint;
  first_job bigint;
  stored bigint := 0;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RETURN 0;
  END IF;
  FOREACH queue_name IN ARRAY queues LOOP
    SELECT q.property, q.body_limit, q.property_limit INTO property, body_limit, property_limit FROM scheduler.plain_queue(queue_name) q;
    CONTINUE WHEN body_limit IS NULL;
    SELECT s.last_value INTO first_job FROM scheduler.job_id_seq s;
    INSERT INTO scheduler.job (queue, job_id, fire_id, due_at, eligible_at, priority, group_key, properties, share_key, body_is_text, body,
                               registered_by, sent_at, message_id)
    SELECT queue_name, l.job_id, (fire_id || lpad(to_hex(l.position), 8, '0'))::uuid, l.due_at, l.due_at, l.priority::smallint,
           l.group_key, nullif(l.own, '{}')::text,
           CASE WHEN property <> 'none' THEN scheduler.share_key(property, l.group_key, nullif(l.own, '{}')::text) END,
           true, convert_to(l.body, 'UTF8'), caller, called_at, 'SQL:' || l.number
      FROM (SELECT u.number, u.position, coalesce(u.body, '') AS body, u.p, u.p ->> 'scheduler_jobId' AS job_id,
                   u.p ->> 'scheduler_group' AS group_key, coalesce(u.p ->> 'scheduler_priority', '4') AS priority,
                   scheduler.plain_due_at(u.p, called_at) AS due_at, u.p - plain AS own
              FROM unnest(numbers, properties, bodies) WITH ORDINALITY AS u (number, p, body, position)
             WHERE u.p ->> 'scheduler_queue' = queue_name AND jsonb_typeof(u.p -> 'scheduler_queue') = 'string' OFFSET 0) l
     WHERE l.due_at IS NOT NULL AND octet_length(l.body) <= body_limit
       -- What begins with one of these characters is not blank
       AND jsonb_typeof(l.p -> 'scheduler_jobId') = 'string' AND octet_length(l.job_id) <= 250
       AND ascii(l.job_id) BETWEEN 33 AND 5759 AND l.job_id <> 'scheduler.canary'
       -- A request without a job id gets such a one from a node
       AND l.job_id NOT LIKE 'SQL:%'
       AND l.priority IN ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
       AND (l.group_key IS NULL
            OR jsonb_typeof(l.p -> 'scheduler_group') = 'string' AND octet_length(l.group_key) <= 250
               AND ascii(l.group_key) BETWEEN 33 AND 5759)
       AND (l.own = '{}'
            -- Twice, because numbers count as eight bytes. Asterisks may be what people see of a redacted value
            OR 2 * octet_length(l.own::text) <= property_limit
               AND NOT EXISTS (
                 SELECT FROM jsonb_each(l.own) x
                  WHERE x.key !~ '^x_[A-Za-z0-9_$]*$'
                     OR NOT CASE jsonb_typeof(x.value)
                              WHEN 'boolean' THEN true
                              WHEN 'string' THEN x.value #>> '{}' NOT LIKE '****%'
                              -- Nodes write fractions in one form, by which a key of a queue is found
                              WHEN 'number' THEN x.value::numeric BETWEEN -9223372036854775808 AND 9223372036854775807
                                                 AND scale(x.value::numeric) = 0
                              ELSE false
                            END))
       -- Of a job that waits, or that is being dispatched or cancelled: a node decides
       AND (SELECT true FROM scheduler.job w
             WHERE w.queue = queue_name AND w.job_id >= l.job_id AND w.job_id <= l.job_id ORDER BY w.job_id LIMIT 1) IS NULL
       AND (SELECT true FROM scheduler.tombstone t
             WHERE t.queue = queue_name AND t.job_id = l.job_id AND t.cancelled_at > called_at LIMIT 1) IS NULL
       -- What was asked before comes first, also a request that has its queue from its definition
       AND (SELECT true FROM scheduler.sql_registration r
             WHERE r.properties ->> 'scheduler_jobId' = l.job_id
               AND coalesce(r.properties ->> 'scheduler_queue', queue_name) = queue_name LIMIT 1) IS NULL
     -- As the nodes do, so that transactions that share keys wait for each other
     ORDER BY l.job_id, l.position
    ON CONFLICT (queue, job_id) DO NOTHING;
    GET DIAGNOSTICS jobs = ROW_COUNT;
    IF jobs > 0 THEN
      INSERT INTO scheduler.ledger_entry (kind, jobs, queue, first_job) VALUES ('registered', jobs, queue_name, first_job);
      stored := stored + jobs;
    END IF;
  END LOOP;
  IF stored > 0 THEN
    PERFORM set_config('scheduler.stored', 'true', true);
  END IF;
  RETURN stored;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.store_plain_jobs(bigint[], jsonb[], text[], timestamptz) FROM PUBLIC;

-- Leaves a request to the nodes, which read it after the commit.
CREATE FUNCTION scheduler.ask_node(number bigint, request jsonb, content text, called_at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- Nodes take each request whole into memory, before they refuse a large body
  max_bytes CONSTANT integer := 16777216;
  max_property_bytes CONSTANT integer := 1572864;
  bytes bigint;
BEGIN
  IF request IS NULL OR jsonb_typeof(request) <> 'object' THEN
    RAISE EXCEPTION 'SCHED-0174 the properties are %, but must be a JSON object with the properties of a message to scheduler.jobs: '
      'see docs/wire-contract.md', coalesce(jsonb_typeof(request), 'null');
  END IF;
  IF EXISTS (SELECT FROM jsonb_each(request)
              WHERE CASE jsonb_typeof(value)
                      WHEN 'array' THEN true
                      WHEN 'object' THEN true
                      WHEN 'number' THEN value::numeric NOT BETWEEN -9223372036854775808 AND 9223372036854775807
                                         OR length(value::text) > 400
                      ELSE false
                    END) THEN
    RAISE EXCEPTION 'SCHED-0175 a property is an array, an object or a number beyond 64 bits or 400 characters, but must be a text, '
      'a smaller number, true or false';
  END IF;
  bytes := octet_length(request::text);
  IF bytes > max_property_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 the properties have % bytes, but may have % at most', bytes, max_property_bytes;
  END IF;
  bytes := bytes + octet_length(content);
  IF bytes > max_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 properties and body have % bytes, but may have % at most: keep what is large in a table, '
      'and register its key', bytes, max_bytes;
  END IF;
  -- A job of the same key that this transaction has stored: with the commit it would be dispatched, although a later request replaces or
  -- cancels it.
  IF current_setting('scheduler.stored', true) = 'true' THEN
    PERFORM scheduler.ask_instead(ARRAY[scheduler.place_of_job(
      coalesce(request ->> 'scheduler_queue',
               (SELECT d.queue FROM scheduler.definition d WHERE d.name = request ->> 'scheduler_definition')),
      request ->> 'scheduler_jobId')]);
  END IF;
  INSERT INTO scheduler.sql_registration (id, requested_at, properties, body) OVERRIDING SYSTEM VALUE
  VALUES (number, called_at, request, coalesce(content, ''));
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.ask_node(bigint, jsonb, text, timestamptz) FROM PUBLIC;

-- Stores jobs, or requests that a node reads. The order of the numbers decides between requests for the same key. With its owner's rights:
-- whoever may call it can neither read nor change what others ask for.
CREATE FUNCTION scheduler.register_all(properties jsonb[], bodies text[] DEFAULT '{}') RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  numbers CONSTANT bigint[] := ARRAY(
    SELECT nextval('scheduler.sql_registration_id_seq') FROM generate_series(1, greatest(cardinality(properties), cardinality(bodies))));
  -- Not before the transaction began, although the clock may be set back
  called_at CONSTANT timestamptz := greatest(clock_timestamp(), transaction_timestamp());
  stored CONSTANT bigint := scheduler.store_plain_jobs(numbers, properties, bodies, called_at);
BEGIN
  IF stored < cardinality(numbers) THEN
    PERFORM scheduler.ask_node(u.number, u.properties, u.body, called_at)
       FROM unnest(numbers, properties, bodies) WITH ORDINALITY AS u (number, properties, body, position)
      WHERE stored = 0
         OR NOT EXISTS (SELECT FROM scheduler.job j
                         WHERE j.ctid = scheduler.place_of_job(u.properties ->> 'scheduler_queue', u.properties ->> 'scheduler_jobId')
                           AND j.message_id = 'SQL:' || u.number)
      ORDER BY u.position;
  END IF;
  RETURN numbers;
END
$$;
COMMENT ON FUNCTION scheduler.register_all IS
  'registers, replaces or cancels many jobs when the current transaction commits, as register does for each; returns their numbers';
REVOKE EXECUTE ON FUNCTION scheduler.register_all(jsonb[], text[]) FROM PUBLIC;

-- Leaves its job to a node, which costs less in all.
CREATE OR REPLACE FUNCTION scheduler.register(properties jsonb, body text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  number CONSTANT bigint := nextval('scheduler.sql_registration_id_seq');
BEGIN
  PERFORM scheduler.ask_node(number, properties, body, greatest(clock_timestamp(), transaction_timestamp()));
  RETURN number;
END
$$;

-- The transaction may have been open for long when it commits: what has been decided meanwhile holds for its jobs, too.
CREATE FUNCTION scheduler.check_stored_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  IF (SELECT q.body_limit IS NULL FROM scheduler.plain_queue(NEW.queue) q) THEN
    PERFORM scheduler.ask_instead(ARRAY(SELECT j.ctid FROM scheduler.job j WHERE j.id >= NEW.first_job AND j.queue = NEW.queue));
  ELSIF EXISTS (SELECT FROM scheduler.dispatch_pause) THEN
    -- The trigger of the table finds the pause
    UPDATE scheduler.job j SET eligible_at = j.eligible_at
     WHERE j.id >= NEW.first_job AND j.queue = NEW.queue AND j.resumes_at IS NULL
       AND j.group_key IN (SELECT p.group_key FROM scheduler.dispatch_pause p) AND scheduler.is_own(j.xmin, j.sent_at);
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.check_stored_jobs() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER stored_jobs_checked AFTER INSERT ON scheduler.ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.first_job IS NOT NULL) EXECUTE FUNCTION scheduler.check_stored_jobs();

INSERT INTO scheduler.schema_version (version) VALUES (30);
