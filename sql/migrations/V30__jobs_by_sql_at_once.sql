-- Plain jobs that are registered by SQL are stored at once; run after V29, in the same way. docs/wire-contract.md, ADR 0134

-- What a node would refuse is left to the nodes
ALTER TABLE scheduler.node
  ADD COLUMN max_body_bytes     integer,
  ADD COLUMN max_property_bytes integer;
COMMENT ON COLUMN scheduler.node.max_body_bytes IS 'largest payload that the node accepts; null: its version does not tell it';
COMMENT ON COLUMN scheduler.node.max_property_bytes IS 'largest x_ properties that the node accepts; null: its version does not tell it';
GRANT UPDATE (max_body_bytes, max_property_bytes) ON scheduler.node TO scheduler_xa;

ALTER TABLE scheduler.ledger_entry ADD COLUMN queue text;
COMMENT ON COLUMN scheduler.ledger_entry.queue IS
  'of jobs that were stored without a node: the leader adds them to statistics and metrics when it merges the entry';

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

-- Stores those of the requests for which a node would do nothing but this: plain jobs of plain queues, under keys that nobody uses.
-- It only adds rows, and locks none that others see. In other isolation levels it would not see what has been committed meanwhile.
-- The subqueries with a limit are no joins: they read by an index, whatever the planner knows of the tables. For job see place_of_job.
CREATE FUNCTION scheduler.store_plain_jobs(numbers bigint[], properties jsonb[], bodies text[], called_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SET search_path = scheduler, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
DECLARE
  plain CONSTANT text[] := '{scheduler_queue,scheduler_jobId,scheduler_dueAt,scheduler_delay,scheduler_priority,scheduler_group}';
  fire_id CONSTANT text := left(gen_random_uuid()::text, 28);
  -- In the collation of the index
  caller CONSTANT text := session_user;
  queues text[] := ARRAY[properties[1] ->> 'scheduler_queue'];
  queue_name text;
  property text;
  body_limit integer;
  property_limit integer;
  jobs bigint;
  stored bigint := 0;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RETURN 0;
  END IF;
  IF cardinality(properties) > 1 THEN
    queues := ARRAY(SELECT DISTINCT u.p ->> 'scheduler_queue' FROM unnest(properties) AS u (p) ORDER BY 1);
  END IF;
  FOREACH queue_name IN ARRAY queues LOOP
    SELECT q.key_property, n.body_limit, n.property_limit INTO property, body_limit, property_limit
      FROM scheduler.worker_queue q
           CROSS JOIN (SELECT min(m.max_body_bytes) AS body_limit, min(m.max_property_bytes) AS property_limit
                         FROM scheduler.node m HAVING count(*) = count(m.max_body_bytes)) n
     WHERE q.name = queue_name AND NOT (q.tracked OR q.events OR q.encrypted OR q.input_schema_id IS NOT NULL)
       AND (SELECT true FROM scheduler.registration_grant g WHERE g.login = caller AND g.queue IN (queue_name, '*') LIMIT 1);
    CONTINUE WHEN body_limit IS NULL;
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
       -- What was asked before comes first
       AND (SELECT true FROM scheduler.sql_registration r
             WHERE r.properties ->> 'scheduler_jobId' = l.job_id AND r.properties ->> 'scheduler_queue' = queue_name LIMIT 1) IS NULL
     -- As the nodes do, so that transactions that share keys wait for each other
     ORDER BY l.job_id, l.position
    ON CONFLICT (queue, job_id) DO NOTHING;
    GET DIAGNOSTICS jobs = ROW_COUNT;
    IF jobs > 0 THEN
      INSERT INTO scheduler.ledger_entry (kind, jobs, queue) VALUES ('registered', jobs, queue_name);
      stored := stored + jobs;
    END IF;
  END LOOP;
  RETURN stored;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.store_plain_jobs(bigint[], jsonb[], text[], timestamptz) FROM PUBLIC;

-- Stores jobs, or requests that a node reads. The order of the numbers decides between requests for the same key.
CREATE FUNCTION scheduler.register_requests(numbers bigint[], properties jsonb[], bodies text[]) RETURNS void
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
DECLARE
  -- Nodes take each request whole into memory, before they refuse a large body
  max_bytes CONSTANT integer := 16777216;
  max_property_bytes CONSTANT integer := 1572864;
  called_at CONSTANT timestamptz := clock_timestamp();
  stored bigint;
  own bigint;
  bytes bigint;
  line record;
BEGIN
  stored := scheduler.store_plain_jobs(numbers, properties, bodies, called_at);
  IF stored = cardinality(numbers) THEN
    RETURN;
  END IF;
  FOR line IN
    SELECT u.number, u.properties, coalesce(u.body, '') AS body,
           u.properties ->> 'scheduler_queue' AS queue, u.properties ->> 'scheduler_jobId' AS job_id
      FROM unnest(numbers, properties, bodies) WITH ORDINALITY AS u (number, properties, body, position)
     WHERE stored = 0
        OR NOT EXISTS (SELECT FROM scheduler.job j
                        WHERE j.ctid = scheduler.place_of_job(u.properties ->> 'scheduler_queue', u.properties ->> 'scheduler_jobId')
                          AND j.message_id = 'SQL:' || u.number)
     ORDER BY u.position
  LOOP
    IF line.properties IS NULL OR jsonb_typeof(line.properties) <> 'object' THEN
      RAISE EXCEPTION 'SCHED-0174 the properties are %, but must be a JSON object with the properties of a message to scheduler.jobs: '
        'see docs/wire-contract.md', coalesce(jsonb_typeof(line.properties), 'null');
    END IF;
    IF EXISTS (SELECT FROM jsonb_each(line.properties)
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
    bytes := octet_length(line.properties::text);
    IF bytes > max_property_bytes THEN
      RAISE EXCEPTION 'SCHED-0177 the properties have % bytes, but may have % at most', bytes, max_property_bytes;
    END IF;
    bytes := bytes + octet_length(line.body);
    IF bytes > max_bytes THEN
      RAISE EXCEPTION 'SCHED-0177 properties and body have % bytes, but may have % at most: keep what is large in a table, '
        'and register its key', bytes, max_bytes;
    END IF;
    -- A job of the same key that this transaction has stored is asked for instead: with the commit it would be dispatched, although a
    -- later request replaces or cancels it. A visible row whose transaction is in progress is of this one, or of a savepoint in it.
    own := pg_current_xact_id()::text::bigint;
    WITH taken_back AS (
      DELETE FROM scheduler.job j
       WHERE j.ctid = scheduler.place_of_job(line.queue, line.job_id) AND j.message_id LIKE 'SQL:%'
         AND CASE WHEN age(j.xmin) <= age(own::text::xid8::xid)
                  THEN pg_xact_status((own + age(own::text::xid8::xid) - age(j.xmin))::text::xid8) = 'in progress' END
      RETURNING *),
    entry AS (
      INSERT INTO scheduler.ledger_entry (kind, jobs, queue) SELECT 'registered', -1, t.queue FROM taken_back t)
    INSERT INTO scheduler.sql_registration (id, requested_at, requested_by, properties, body) OVERRIDING SYSTEM VALUE
    SELECT substr(t.message_id, 5)::bigint, t.sent_at, t.registered_by,
           jsonb_strip_nulls(jsonb_build_object(
             'scheduler_queue', t.queue, 'scheduler_jobId', t.job_id, 'scheduler_priority', t.priority, 'scheduler_group', t.group_key,
             'scheduler_dueAt', to_char(t.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
             || coalesce(t.properties::jsonb, '{}'), convert_from(t.body, 'UTF8')
      FROM taken_back t;
    INSERT INTO scheduler.sql_registration (id, requested_at, properties, body) OVERRIDING SYSTEM VALUE
    VALUES (line.number, called_at, line.properties, line.body);
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.register_requests(bigint[], jsonb[], text[]) FROM PUBLIC;

-- With their owner's rights: whoever may call them can neither read nor change what others ask for.
CREATE FUNCTION scheduler.register_all(properties jsonb[], bodies text[] DEFAULT '{}') RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  numbers CONSTANT bigint[] := ARRAY(
    SELECT nextval('scheduler.sql_registration_id_seq') FROM generate_series(1, greatest(cardinality(properties), cardinality(bodies))));
BEGIN
  PERFORM scheduler.register_requests(numbers, properties, bodies);
  RETURN numbers;
END
$$;
COMMENT ON FUNCTION scheduler.register_all IS
  'registers, replaces or cancels many jobs when the current transaction commits, as register does for each; returns their numbers';
REVOKE EXECUTE ON FUNCTION scheduler.register_all(jsonb[], text[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION scheduler.register(properties jsonb, body text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  number CONSTANT bigint := nextval('scheduler.sql_registration_id_seq');
BEGIN
  PERFORM scheduler.register_requests(ARRAY[number], ARRAY[properties], ARRAY[body]);
  RETURN number;
END
$$;

INSERT INTO scheduler.schema_version (version) VALUES (30);
