-- The schema of the scheduler. Run as scheduler_owner, by goodtiming migrate, by Flyway, or with
--   psql -v ON_ERROR_STOP=1 -1 -f sql/migrations/V1__schema.sql
-- Roles are in sql/roles.sql. Nodes write as scheduler_xa and scheduler_lease, and read for people as scheduler_read.

CREATE SCHEMA IF NOT EXISTS scheduler;
GRANT USAGE ON SCHEMA scheduler TO scheduler_xa, scheduler_lease, scheduler_read;

-- Read by every node at its start; each migration adds its row.
CREATE TABLE scheduler.schema_version (
  version    integer     PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON scheduler.schema_version TO scheduler_xa, scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Worker queues
-- ------------------------------------------------------------------------------------------------

-- The allow-list of worker queues, and what dispatch knows of each.
CREATE TABLE scheduler.worker_queue (
  name            text    PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$' AND name !~ '^scheduler\.'),
  partition       text    NOT NULL DEFAULT 'default' CHECK (partition ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  tracked         boolean NOT NULL DEFAULT false,
  paused          boolean NOT NULL DEFAULT false,
  paused_until    timestamptz,
  failures        integer NOT NULL DEFAULT 0,
  retry_at        timestamptz,
  last_error      text,
  -- The text of a retry policy is read by org.goodtiming.scheduler.api.RetryPolicy; the check finds most misspelt ones at once.
  retry           text    NOT NULL DEFAULT 'none'
                  CHECK (length(retry) <= 250
                    AND retry ~ '^(none|(P[0-9DTHMS.]+(,P[0-9DTHMS.]+)*|[1-9][0-9]{0,3}/P[0-9DTHMS.]+(\*[0-9]+(\.[0-9]+)?)?(\.\.P[0-9DTHMS.]+)?)(~[1-9][0-9]{0,2}%)?)$'),
  run_timeout     text    NOT NULL DEFAULT 'P7D'
                  CHECK (run_timeout ~ '^P[0-9DTHMS.]+$' AND run_timeout::interval BETWEEN interval 'PT1S' AND interval 'P366D'),
  events          boolean NOT NULL DEFAULT false,
  encrypted       boolean NOT NULL DEFAULT false,
  input_schema    text    CHECK (octet_length(input_schema) BETWEEN 1 AND 65536),
  input_schema_id text,
  CHECK ((input_schema IS NULL) = (input_schema_id IS NULL))
);
COMMENT ON COLUMN scheduler.worker_queue.partition IS 'the holder of this partition''s lease dispatches the queue''s jobs; change it at any time';
COMMENT ON COLUMN scheduler.worker_queue.tracked IS 'whether jobs of this queue are tracked unless their registrants say otherwise';
COMMENT ON COLUMN scheduler.worker_queue.paused_until IS 'only of a paused queue: when dispatch goes on by itself; null if only a resume ends the pause';
COMMENT ON COLUMN scheduler.worker_queue.failures IS 'dispatches in a row that the broker refused for this queue as a whole; 0: healthy';
COMMENT ON COLUMN scheduler.worker_queue.retry_at IS 'while failing: when dispatch tries this queue again';
COMMENT ON COLUMN scheduler.worker_queue.retry IS 'when a job is tried again whose worker has failed at all deliveries of the broker: none, delays (PT1M,PT10M,PT1H) or growth (5/PT1M*2..PT6H), with jitter (~20%); docs/operations.md';
COMMENT ON COLUMN scheduler.worker_queue.run_timeout IS 'a tracked run that has not ended so long after its dispatch is tried again or ends as ERROR; applies to jobs that are registered from now on; docs/executions.md';
COMMENT ON COLUMN scheduler.worker_queue.events IS 'whether what happens to its jobs is published on the topic scheduler.events; docs/events.md';
COMMENT ON COLUMN scheduler.worker_queue.encrypted IS 'whether payloads and x_ properties of jobs that are registered from now on are stored encrypted; docs/security.md';
COMMENT ON COLUMN scheduler.worker_queue.input_schema IS 'JSON Schema that payloads of jobs that are registered from now on must match; docs/wire-contract.md';
COMMENT ON COLUMN scheduler.worker_queue.input_schema_id IS 'SHA-256 of the schema, by which nodes recognize a change';
-- Statements ask which queues have events
CREATE INDEX worker_queue_events ON scheduler.worker_queue (name) WHERE events;
GRANT SELECT, INSERT (name, tracked, partition, retry, run_timeout, events, encrypted), UPDATE (failures, retry_at, last_error, paused, tracked,
  partition, retry, run_timeout, events, encrypted, paused_until, input_schema, input_schema_id) ON scheduler.worker_queue TO scheduler_xa;
GRANT SELECT ON scheduler.worker_queue TO scheduler_read;

-- A time that is left from an earlier pause would end the next one, which may be made by hand.
CREATE FUNCTION scheduler.forget_pause() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  NEW.paused_until := NULL;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.forget_pause() FROM PUBLIC;
CREATE TRIGGER worker_queue_resumed BEFORE UPDATE OF paused ON scheduler.worker_queue FOR EACH ROW
  WHEN (NOT NEW.paused AND NEW.paused_until IS NOT NULL) EXECUTE FUNCTION scheduler.forget_pause();

-- Whoever registers reads the allow-list first, which locks the table until its transaction ends. So this waits for
-- all jobs that are being registered, and none is registered until the removal has committed (ADR 0067).
CREATE FUNCTION scheduler.lock_allow_list() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  LOCK TABLE scheduler.worker_queue IN ACCESS EXCLUSIVE MODE;
END
$$;
COMMENT ON FUNCTION scheduler.lock_allow_list IS 'for nodes, before remove_worker_queue: waits at most a second for registrations, and has later ones wait until the transaction ends';
REVOKE EXECUTE ON FUNCTION scheduler.lock_allow_list() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.lock_allow_list() TO scheduler_xa;

-- With its owner's rights, so that no statement of a node can delete more than one row.
CREATE FUNCTION scheduler.remove_worker_queue(queue_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  DELETE FROM scheduler.worker_queue q WHERE q.name = queue_name
$$;
COMMENT ON FUNCTION scheduler.remove_worker_queue IS 'for nodes: takes a worker queue off the allow-list';
REVOKE EXECUTE ON FUNCTION scheduler.remove_worker_queue(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.remove_worker_queue(text) TO scheduler_xa;

CREATE TABLE scheduler.worker_queue_backlog (
  queue        text        PRIMARY KEY,
  messages     bigint      NOT NULL,
  delivering   bigint      NOT NULL,
  scheduled    bigint      NOT NULL DEFAULT 0,
  consumers    integer     NOT NULL,
  oldest_at    timestamptz,
  dead_letters bigint      NOT NULL,
  seen_at      timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.worker_queue_backlog IS 'what the leader last saw of each worker queue at the broker; a queue that the broker does not have has no row';
COMMENT ON COLUMN scheduler.worker_queue_backlog.messages IS 'all messages in the queue, also those that are being delivered or wait for a later delivery';
COMMENT ON COLUMN scheduler.worker_queue_backlog.delivering IS 'messages that consumers have and have not acknowledged';
COMMENT ON COLUMN scheduler.worker_queue_backlog.scheduled IS 'messages that the broker delivers later: dispatched early, or for another attempt';
COMMENT ON COLUMN scheduler.worker_queue_backlog.oldest_at IS 'send time of the first message that is not being delivered; null if there is none, or if the broker does not tell';
COMMENT ON COLUMN scheduler.worker_queue_backlog.dead_letters IS 'rows of the quarantine in stage execution: messages that the workers of the queue could not process';
COMMENT ON COLUMN scheduler.worker_queue_backlog.seen_at IS 'written at least once a minute while the broker answers; an older row is out of date';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.worker_queue_backlog TO scheduler_xa;
GRANT SELECT ON scheduler.worker_queue_backlog TO scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Definitions and calendars, which schedules name
-- ------------------------------------------------------------------------------------------------

CREATE TABLE scheduler.definition (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  queue         text        NOT NULL,
  priority      smallint    NOT NULL,
  group_key     text,
  content_type  text,
  properties    text,
  body_is_text  boolean     NOT NULL,
  body          bytea       NOT NULL,
  hash          text        NOT NULL
                GENERATED ALWAYS AS (
                  md5(priority::text || body_is_text::text || md5(body) || coalesce(md5(group_key), '-')
                      || coalesce(md5(content_type), '-') || coalesce(md5(properties), '-'))) STORED,
  registered_by text,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.definition IS 'what a job is, without when; docs/schedules.md';
COMMENT ON COLUMN scheduler.definition.properties IS 'as in table job, in the order of their names';
COMMENT ON COLUMN scheduler.definition.hash IS 'of what the waiting runs of its schedules take from it';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.definition TO scheduler_xa;
GRANT SELECT ON scheduler.definition TO scheduler_read;

CREATE TABLE scheduler.calendar (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  excludes      text        NOT NULL,
  hash          text        NOT NULL GENERATED ALWAYS AS (md5(excludes)) STORED,
  registered_by text,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.calendar IS 'times at which no run of the schedules that name it is due; docs/schedules.md';
COMMENT ON COLUMN scheduler.calendar.excludes IS 'in the text form of docs/recurrence.md';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.calendar TO scheduler_xa;
GRANT SELECT ON scheduler.calendar TO scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Waiting jobs
-- ------------------------------------------------------------------------------------------------

-- One row a waiting job. It leaves in the XA transaction that sends its message to the worker queue.
-- No foreign key to worker_queue: an in-doubt branch would hold a lock on the queue's row.
CREATE TABLE scheduler.job (
  id                  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue               text        NOT NULL,
  job_id              text        NOT NULL,
  fire_id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  due_at              timestamptz NOT NULL,
  eligible_at         timestamptz NOT NULL,
  expires_at          timestamptz,
  priority            smallint    NOT NULL,
  group_key           text,
  content_type        text,
  traceparent         text,
  tracestate          text,
  properties          text,
  body_is_text        boolean     NOT NULL,
  body                bytea       NOT NULL,
  registered_by       text,
  sent_at             timestamptz NOT NULL,
  message_id          text,
  registered_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  definition          text,
  attempts            smallint    NOT NULL DEFAULT 0,
  last_error          text,
  held_at             timestamptz,
  held_by             text,
  resumes_at          timestamptz,
  planned_at          timestamptz,
  tracked             boolean     NOT NULL DEFAULT false,
  run_attempt         smallint    NOT NULL DEFAULT 1,
  recovers            jsonb,
  checkpoint          text,
  replaced_fire_id    uuid,
  replaced_planned_at timestamptz,
  CONSTRAINT job_key UNIQUE (queue, job_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON COLUMN scheduler.job.eligible_at IS 'when dispatch may claim the job: due_at, or later after a failed attempt, a pause of its schedule, or a hold';
COMMENT ON COLUMN scheduler.job.properties IS 'the user''s x_ properties as a JSON object; text, because json refuses what a property may hold';
COMMENT ON COLUMN scheduler.job.body IS 'text in UTF-8, or the bytes as they came';
COMMENT ON COLUMN scheduler.job.registered_by IS 'login of the registrant at the broker';
COMMENT ON COLUMN scheduler.job.sent_at IS 'when the registrant sent the intent; the later intent wins';
COMMENT ON COLUMN scheduler.job.message_id IS 'JMSMessageID of the registration; of a message with many jobs with # and the number of the line behind it';
COMMENT ON COLUMN scheduler.job.definition IS 'the definition that it named when it was registered, so that payload and properties may be those of the definition; null: it named none';
COMMENT ON COLUMN scheduler.job.held_at IS 'since when an operator holds the job; while it is held, eligible_at is in the year 9999';
COMMENT ON COLUMN scheduler.job.held_by IS 'the user of the REST API that holds the job';
COMMENT ON COLUMN scheduler.job.resumes_at IS 'only of a job whose group is paused: its eligible_at after the pause';
COMMENT ON COLUMN scheduler.job.planned_at IS 'only of a run of a schedule: the time that the schedule has planned for it';
COMMENT ON COLUMN scheduler.job.tracked IS 'whether table execution has a row of the same fire id';
COMMENT ON COLUMN scheduler.job.run_attempt IS 'which attempt of the run this job is, from 1; more if its worker has failed at it, or a tracked run is sent again';
COMMENT ON COLUMN scheduler.job.recovers IS 'only of a run of a schedule that is sent again: its times and number, and the job id of the schedule';
COMMENT ON COLUMN scheduler.job.checkpoint IS 'only of a run that is sent again: what an earlier attempt has saved, one JSON value';
COMMENT ON COLUMN scheduler.job.replaced_fire_id IS 'fire id of the tracked job that this one has replaced';
COMMENT ON COLUMN scheduler.job.replaced_planned_at IS 'planned_at of the run that this job has replaced';
CREATE INDEX job_eligible ON scheduler.job (queue, eligible_at, priority DESC);
-- A job that has not failed is in no such index.
CREATE INDEX job_failed ON scheduler.job (eligible_at) WHERE last_error IS NOT NULL;
CREATE INDEX job_group ON scheduler.job (group_key) WHERE group_key IS NOT NULL AND resumes_at IS NULL;
CREATE INDEX job_of_paused_group ON scheduler.job (group_key) WHERE resumes_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.job TO scheduler_xa;
GRANT SELECT ON scheduler.job TO scheduler_read;
GRANT USAGE ON SEQUENCE scheduler.job_id_seq TO scheduler_xa;

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
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.keep_paused_group() FROM PUBLIC;
CREATE TRIGGER job_of_paused_group BEFORE INSERT OR UPDATE OF eligible_at, group_key ON scheduler.job FOR EACH ROW
  WHEN (NEW.group_key IS NOT NULL) EXECUTE FUNCTION scheduler.keep_paused_group();

-- A failed attempt moves eligible_at of its job, so index job_eligible no longer finds the job among the due ones.
-- This table does, without another index on table job. No foreign key: a claim deletes a job without a look at this table.
CREATE TABLE scheduler.dispatch_retry (
  job_row  bigint      PRIMARY KEY,
  queue    text        NOT NULL,
  retry_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.dispatch_retry IS 'the latest failed attempt to dispatch each job; a leader deletes rows whose retry_at has passed';
COMMENT ON COLUMN scheduler.dispatch_retry.job_row IS 'scheduler.job.id';
COMMENT ON COLUMN scheduler.dispatch_retry.retry_at IS 'eligible_at of the job since that attempt; if the job has another value, it was changed, held or paused since then';
CREATE INDEX dispatch_retry_queue ON scheduler.dispatch_retry (queue, retry_at);
GRANT SELECT, INSERT, UPDATE (retry_at), DELETE ON scheduler.dispatch_retry TO scheduler_xa;
GRANT SELECT ON scheduler.dispatch_retry TO scheduler_read;

-- Cancels that may still be overtaken by the registration they cancel.
CREATE TABLE scheduler.tombstone (
  queue        text        NOT NULL,
  job_id       text        NOT NULL,
  cancelled_at timestamptz NOT NULL,
  recorded_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (queue, job_id)
);
CREATE INDEX tombstone_recorded ON scheduler.tombstone (recorded_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.tombstone TO scheduler_xa;
GRANT SELECT ON scheduler.tombstone TO scheduler_read;

-- The job ledger: one row per transaction and kind, so that no two transactions wait for one counter row;
-- merged by the leader. registered = waiting + dispatched + cancelled + expired + quarantined
CREATE TABLE scheduler.ledger_entry (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind        text        NOT NULL CHECK (kind IN ('registered', 'dispatched', 'cancelled', 'expired', 'quarantined')),
  jobs        bigint      NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.ledger_entry TO scheduler_xa;
GRANT SELECT ON scheduler.ledger_entry TO scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Registration
-- ------------------------------------------------------------------------------------------------

CREATE TABLE scheduler.registration_grant (
  login      text        NOT NULL,
  queue      text        NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  granted_by text        NOT NULL DEFAULT session_user,
  PRIMARY KEY (login, queue)
);
COMMENT ON TABLE scheduler.registration_grant IS 'which login of the broker may register jobs for which worker queue, and replace and cancel jobs in it';
COMMENT ON COLUMN scheduler.registration_grant.queue IS 'name of a worker queue, or * for all';
COMMENT ON COLUMN scheduler.registration_grant.granted_by IS 'user of the REST API, or login at the database';
GRANT SELECT, INSERT (login, queue, granted_by), DELETE ON scheduler.registration_grant TO scheduler_xa;
GRANT SELECT ON scheduler.registration_grant TO scheduler_read;

INSERT INTO scheduler.registration_grant (login, queue) VALUES ('registrar', '*'), ('admin', '*');

CREATE TABLE scheduler.sql_registration (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  requested_by text        NOT NULL DEFAULT session_user,
  properties   jsonb       NOT NULL,
  body         text        NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.sql_registration IS 'what applications ask for by scheduler.register; a row leaves in the transaction that stores its job, or keeps it in quarantine';
COMMENT ON COLUMN scheduler.sql_registration.requested_at IS 'send time of the intent: the later intent wins, and a delay counts from it';
COMMENT ON COLUMN scheduler.sql_registration.requested_by IS 'login at the database; needs a row in scheduler.registration_grant';
COMMENT ON COLUMN scheduler.sql_registration.properties IS 'as of a message to scheduler.jobs';
GRANT SELECT, UPDATE (requested_at), DELETE ON scheduler.sql_registration TO scheduler_xa;
GRANT SELECT ON scheduler.sql_registration TO scheduler_read;

-- With its owner's rights: whoever may call it can neither read nor change what others ask for.
CREATE FUNCTION scheduler.register(properties jsonb, body text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  -- Nodes take each request whole into memory, before they refuse a large body
  max_bytes CONSTANT integer := 16777216;
  max_property_bytes CONSTANT integer := 1572864;
  bytes bigint;
  request bigint;
BEGIN
  IF properties IS NULL OR jsonb_typeof(properties) <> 'object' THEN
    RAISE EXCEPTION 'SCHED-0174 the properties are %, but must be a JSON object with the properties of a message to scheduler.jobs: see docs/wire-contract.md',
      coalesce(jsonb_typeof(properties), 'null');
  END IF;
  IF EXISTS (SELECT FROM jsonb_each(properties)
              WHERE CASE jsonb_typeof(value)
                      WHEN 'array' THEN true
                      WHEN 'object' THEN true
                      WHEN 'number' THEN value::numeric NOT BETWEEN -9223372036854775808 AND 9223372036854775807 OR length(value::text) > 400
                      ELSE false
                    END) THEN
    RAISE EXCEPTION 'SCHED-0175 a property is an array, an object or a number beyond 64 bits or 400 characters, but must be a text, a smaller number, true or false';
  END IF;
  bytes := octet_length(properties::text);
  IF bytes > max_property_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 the properties have % bytes, but may have % at most', bytes, max_property_bytes;
  END IF;
  bytes := bytes + octet_length(coalesce(body, ''));
  IF bytes > max_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 properties and body have % bytes, but may have % at most: keep what is large in a table, and register its key', bytes, max_bytes;
  END IF;
  INSERT INTO scheduler.sql_registration (properties, body) VALUES (properties, coalesce(body, '')) RETURNING id INTO request;
  RETURN request;
END
$$;
COMMENT ON FUNCTION scheduler.register IS 'registers, replaces or cancels a job when the current transaction commits: properties and body are those of a message to scheduler.jobs';
REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM PUBLIC;

-- ------------------------------------------------------------------------------------------------
-- Schedules: jobs that recur
-- ------------------------------------------------------------------------------------------------

-- One row a schedule. While it is active, exactly one row of table job waits under its key: the next run.
-- No foreign keys: an in-doubt branch would hold locks on rows of other tables.
CREATE TABLE scheduler.schedule (
  queue              text        NOT NULL,
  job_id             text        NOT NULL,
  state              text        NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'PAUSED', 'ENDED')),
  paused_until       timestamptz,
  recurrence         text        NOT NULL,
  misfire            text        NOT NULL,
  jitter             interval,
  -- The foreign key holds up a delete of the definition, and nothing else, while a registration that names it is open.
  definition         text        REFERENCES scheduler.definition,
  filled_with        text,
  own_properties     text,
  tracked            boolean     NOT NULL DEFAULT false,
  runs               integer     NOT NULL DEFAULT 0,
  successes          integer     NOT NULL DEFAULT 0,
  failures           integer     NOT NULL DEFAULT 0,
  wanted_successes   integer,
  last_planned_at    timestamptz,
  last_dispatched_at timestamptz,
  passed_at          timestamptz,
  next_planned_at    timestamptz,
  overlap_limit      interval,
  waits_for          uuid,
  held_until         timestamptz,
  stateful           boolean     NOT NULL DEFAULT false,
  registered_by      text,
  registered_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at           timestamptz,
  end_reason         text,
  PRIMARY KEY (queue, job_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.schedule IS 'jobs that recur; docs/schedules.md';
COMMENT ON COLUMN scheduler.schedule.state IS 'PAUSED: its run waits until paused_until or a resume; ENDED: no further run comes; end_reason tells why';
COMMENT ON COLUMN scheduler.schedule.paused_until IS 'only of state PAUSED: when it goes on by itself; null if only a resume ends the pause';
COMMENT ON COLUMN scheduler.schedule.recurrence IS 'when it is due, with zone, start, end and count, in the text form of docs/recurrence.md';
COMMENT ON COLUMN scheduler.schedule.misfire IS 'what becomes of planned times that were missed by more than the threshold';
COMMENT ON COLUMN scheduler.schedule.jitter IS 'each run is dispatched at most so long after its planned time; null: at it';
COMMENT ON COLUMN scheduler.schedule.definition IS 'the definition that it names; null: it has none';
COMMENT ON COLUMN scheduler.schedule.filled_with IS 'hash of the definition in its waiting run; if it is another one now, a leader changes the run';
COMMENT ON COLUMN scheduler.schedule.own_properties IS 'names of the properties, and body, that the schedule has itself, so that its definition does not change them';
COMMENT ON COLUMN scheduler.schedule.tracked IS 'whether its runs have executions';
COMMENT ON COLUMN scheduler.schedule.runs IS 'planned runs that no longer wait: dispatched, expired, or kept in the quarantine';
COMMENT ON COLUMN scheduler.schedule.successes IS 'only if tracked: runs that have ended as FINISHED; a leader counts them after their end';
COMMENT ON COLUMN scheduler.schedule.failures IS 'only if tracked: runs that have ended as ERROR or EXHAUSTED; a leader counts them after their end';
COMMENT ON COLUMN scheduler.schedule.wanted_successes IS 'after how many of them it ends; null: its recurrence says when it ends';
COMMENT ON COLUMN scheduler.schedule.last_planned_at IS 'planned time of the last run that was dispatched; null if none was';
COMMENT ON COLUMN scheduler.schedule.passed_at IS 'planned time of the last run that no longer waits: dispatched, skipped, expired, or kept in the quarantine';
COMMENT ON COLUMN scheduler.schedule.next_planned_at IS 'planned time of the run that waits in table job; null if it has ended';
COMMENT ON COLUMN scheduler.schedule.overlap_limit IS 'how long a run that is due waits for the end of the last one; null: it does not wait';
COMMENT ON COLUMN scheduler.schedule.waits_for IS 'fire id of the last run, until a leader has seen its end';
COMMENT ON COLUMN scheduler.schedule.held_until IS 'when the waiting run no longer waits for the end of the last one, or for its turn among the runs that catch up';
COMMENT ON COLUMN scheduler.schedule.stateful IS 'whether the result of a run becomes the payload of the next one';
CREATE INDEX schedule_waits_for ON scheduler.schedule (waits_for) WHERE waits_for IS NOT NULL;
CREATE INDEX schedule_ended ON scheduler.schedule (ended_at) WHERE state = 'ENDED';
CREATE INDEX schedule_definition ON scheduler.schedule (definition, filled_with) WHERE definition IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.schedule TO scheduler_xa;
GRANT SELECT ON scheduler.schedule TO scheduler_read;

-- The jitter is the same for the same planned time, so that a pause or a resume does not change it
CREATE FUNCTION scheduler.eligible_at(s scheduler.schedule, due_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT greatest(
    CASE WHEN s.jitter IS NOT NULL AND due_at = s.next_planned_at
         THEN due_at + s.jitter * ((hashtextextended(s.queue || '/' || s.job_id || ' ' || extract(epoch FROM due_at), 0) & 1048575) / 1048576.0)::double precision
         ELSE due_at END,
    s.held_until,
    CASE WHEN s.state = 'PAUSED' THEN coalesce(s.paused_until, '9999-12-31T00:00:00Z') END)
$$;
COMMENT ON FUNCTION scheduler.eligible_at IS 'when dispatch may claim the waiting run of a schedule';
GRANT EXECUTE ON FUNCTION scheduler.eligible_at(scheduler.schedule, timestamptz) TO scheduler_xa;

-- The foreign key holds up a delete of the calendar, and nothing else, while a registration that names it is open.
CREATE TABLE scheduler.schedule_calendar (
  queue        text NOT NULL,
  job_id       text NOT NULL,
  calendar     text NOT NULL REFERENCES scheduler.calendar,
  planned_with text NOT NULL,
  PRIMARY KEY (queue, job_id, calendar)
);
COMMENT ON TABLE scheduler.schedule_calendar IS 'which schedules name which calendars';
COMMENT ON COLUMN scheduler.schedule_calendar.planned_with IS 'hash of the calendar by which the next run was planned; if it is another one now, a leader moves the run';
CREATE INDEX schedule_calendar_planned ON scheduler.schedule_calendar (calendar, planned_with);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.schedule_calendar TO scheduler_xa;
GRANT SELECT ON scheduler.schedule_calendar TO scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Tracked runs
-- ------------------------------------------------------------------------------------------------

-- One row a due run of a tracked job. No foreign keys: an in-doubt branch would hold locks on rows of other tables.
CREATE TABLE scheduler.execution (
  fire_id             uuid        PRIMARY KEY,
  queue               text        NOT NULL,
  job_id              text        NOT NULL,
  state               text        NOT NULL
                      CHECK (state IN ('SUBMITTED', 'DISPATCHED', 'RUNNING', 'FINISHED', 'ERROR', 'CANCELLED', 'EXPIRED', 'EXHAUSTED')),
  message             text,
  progress            smallint    CHECK (progress BETWEEN 0 AND 100),
  attempt             smallint    NOT NULL DEFAULT 1,
  node                text        NOT NULL,
  worker              text,
  registered_by       text,
  due_at              timestamptz NOT NULL,
  submitted_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  dispatched_at       timestamptz,
  started_at          timestamptz,
  reported_at         timestamptz,
  ended_at            timestamptz,
  changed_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  cancel_requested_at timestamptz,
  cancel_requested_by text,
  heartbeat_until     timestamptz,
  max_attempts        smallint    NOT NULL DEFAULT 1,
  result_kind         text        CHECK (result_kind IN ('TEXT', 'JSON', 'BYTES')),
  result_expires_at   timestamptz,
  token_hash          bytea,
  cancel_told_at      timestamptz,
  planned_run         jsonb,
  -- A report that counted its run itself would hold the lock of the schedule, for which dispatch waits
  uncounted           boolean     NOT NULL DEFAULT false,
  run_again_of        uuid,
  -- Columns for indexes that change only when a run ends, and then execution_ended must be written, too: an index with a condition
  -- on state, or one on started_at, would make each change of a run write to all indexes.
  unsuccessful_state  text        GENERATED ALWAYS AS (CASE WHEN state IN ('ERROR', 'EXHAUSTED', 'CANCELLED', 'EXPIRED') THEN state END) STORED,
  duration            interval    GENERATED ALWAYS AS (ended_at - started_at) STORED,
  retries             smallint    NOT NULL DEFAULT 0,
  run_limit           interval    NOT NULL DEFAULT 'P7D',
  overdue_at          timestamptz DEFAULT clock_timestamp() + interval 'P7D'
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.execution IS 'one row a due run of a tracked job; docs/executions.md';
COMMENT ON COLUMN scheduler.execution.state IS 'SUBMITTED: waits; DISPATCHED: sent to its worker queue; RUNNING: a worker has begun; the others are final';
COMMENT ON COLUMN scheduler.execution.message IS 'the worker''s latest text, or why the execution has ended';
COMMENT ON COLUMN scheduler.execution.attempt IS 'from 1; grows when the run is sent again';
COMMENT ON COLUMN scheduler.execution.node IS 'the scheduler''s node that made the latest transition';
COMMENT ON COLUMN scheduler.execution.worker IS 'as the worker names itself in its reports';
COMMENT ON COLUMN scheduler.execution.reported_at IS 'when the latest report of the worker was taken';
COMMENT ON COLUMN scheduler.execution.cancel_requested_at IS 'since when the run is to stop; it ends as its worker reports';
COMMENT ON COLUMN scheduler.execution.heartbeat_until IS 'only of a long-running worker: without a further report until then the run counts as dead';
COMMENT ON COLUMN scheduler.execution.token_hash IS 'SHA-256 of the token that the delivery carries; reports must show the token';
COMMENT ON COLUMN scheduler.execution.cancel_told_at IS 'when workers were told of the cancel last; they are told again if the run reports later';
COMMENT ON COLUMN scheduler.execution.planned_run IS 'only of a dispatched run of a schedule: its times and number, as its worker got them';
COMMENT ON COLUMN scheduler.execution.uncounted IS 'whether it is a run of a schedule that has not counted its end yet';
COMMENT ON COLUMN scheduler.execution.run_again_of IS 'fire id of the ended run whose input this run has; null unless an operator has run that one again';
COMMENT ON COLUMN scheduler.execution.unsuccessful_state IS 'state of a run that has ended otherwise than FINISHED, else null';
COMMENT ON COLUMN scheduler.execution.retries IS 'how many of its attempts are retries by the policy of its job or queue';
COMMENT ON COLUMN scheduler.execution.run_limit IS 'how long the run may take from its dispatch';
COMMENT ON COLUMN scheduler.execution.overdue_at IS 'its due time and run_limit, so that waiting runs are not searched; the limit counts from dispatched_at';
COMMENT ON COLUMN scheduler.execution.duration IS 'how long a run took; null until it has ended, and if it never started';
CREATE INDEX execution_job ON scheduler.execution (queue, job_id, submitted_at);
CREATE INDEX execution_ended ON scheduler.execution (queue, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX execution_heartbeat ON scheduler.execution (heartbeat_until) WHERE heartbeat_until IS NOT NULL;
CREATE INDEX execution_result_expiry ON scheduler.execution (result_expires_at) WHERE result_expires_at IS NOT NULL;
CREATE INDEX execution_cancel ON scheduler.execution (fire_id) WHERE cancel_requested_at IS NOT NULL AND ended_at IS NULL;
CREATE INDEX execution_uncounted ON scheduler.execution (ended_at) WHERE uncounted AND ended_at IS NOT NULL;
-- For the list of all runs, the newest first. No list has an index by state: a state changes several times in a run, and
-- PostgreSQL updates a row without writing to its indexes only if none of them, and none of their conditions, reads the
-- changed column. submitted_at never changes. Runs of one job are found by execution_job, ended ones by execution_ended.
CREATE INDEX execution_submitted ON scheduler.execution (submitted_at);
CREATE INDEX execution_run_again ON scheduler.execution (run_again_of) WHERE run_again_of IS NOT NULL;
CREATE INDEX execution_unsuccessful ON scheduler.execution (submitted_at) WHERE unsuccessful_state IS NOT NULL;
CREATE INDEX execution_open ON scheduler.execution (submitted_at) WHERE ended_at IS NULL;
CREATE INDEX execution_retried ON scheduler.execution (submitted_at) WHERE attempt > 1;
-- With the condition on ended_at a dispatch writes to no index; the end of a run writes to execution_ended anyway
CREATE INDEX execution_overdue ON scheduler.execution (overdue_at) WHERE ended_at IS NULL;
-- The many short runs are not in it
CREATE INDEX execution_duration ON scheduler.execution (duration) WHERE duration >= interval '1 s';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.execution TO scheduler_xa;
GRANT SELECT ON scheduler.execution TO scheduler_read;

CREATE TABLE scheduler.execution_transition (
  id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fire_id   uuid        NOT NULL,
  attempt   smallint    NOT NULL,
  old_state text,
  new_state text        NOT NULL,
  node      text        NOT NULL,
  at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  message   text
);
COMMENT ON TABLE scheduler.execution_transition IS 'the history of each execution; old_state is null for the first one';
CREATE INDEX execution_transition_of ON scheduler.execution_transition (fire_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.execution_transition TO scheduler_xa;
GRANT SELECT ON scheduler.execution_transition TO scheduler_read;

-- Apart, so that SELECT * FROM scheduler.execution reads well.
CREATE TABLE scheduler.execution_input (
  fire_id uuid  PRIMARY KEY,
  job     jsonb NOT NULL
);
COMMENT ON TABLE scheduler.execution_input IS 'the row of table job as it was registered, for a run that is sent again';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.execution_input TO scheduler_xa;
GRANT SELECT ON scheduler.execution_input TO scheduler_read;

CREATE TABLE scheduler.execution_result (
  fire_id uuid  PRIMARY KEY,
  body    bytea NOT NULL
);
COMMENT ON TABLE scheduler.execution_result IS 'text and JSON in UTF-8, or the bytes as they came; deleted when the result expires';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.execution_result TO scheduler_xa;
GRANT SELECT ON scheduler.execution_result TO scheduler_read;

-- Apart, for a report of most workers has neither: the row of the execution stays small.
CREATE TABLE scheduler.execution_note (
  fire_id            uuid  PRIMARY KEY,
  checkpoint         text,
  checkpoint_attempt smallint,
  checkpoint_at      timestamptz,
  log                jsonb NOT NULL DEFAULT '[]'
) WITH (fillfactor = 70);
COMMENT ON TABLE scheduler.execution_note IS 'what the worker of a run has noted: its checkpoint for the next attempt, and its last lines for people';
COMMENT ON COLUMN scheduler.execution_note.checkpoint IS 'one JSON value; the next attempt gets it with its delivery';
COMMENT ON COLUMN scheduler.execution_note.checkpoint_attempt IS 'which attempt has saved the checkpoint, from 1';
COMMENT ON COLUMN scheduler.execution_note.log IS 'the last lines, the oldest first: when they were stored, by which attempt, text';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.execution_note TO scheduler_xa;
GRANT SELECT ON scheduler.execution_note TO scheduler_read;

-- At most 237 characters, fewer than a job id may have
CREATE FUNCTION scheduler.recovery_id(job_id text, fire_id uuid) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT left(job_id, 200) || '~' || fire_id
$$;
COMMENT ON FUNCTION scheduler.recovery_id IS 'the job id under which a run of a schedule is sent again; the job id of the schedule belongs to the next run';
GRANT EXECUTE ON FUNCTION scheduler.recovery_id(text, uuid) TO scheduler_xa;

-- ------------------------------------------------------------------------------------------------
-- Quarantine
-- ------------------------------------------------------------------------------------------------

-- What could not be registered, dispatched or processed, with the reason and all that is needed to mend and resubmit it.
CREATE TABLE scheduler.quarantine (
  id                    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quarantined_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  stage                 text        NOT NULL CHECK (stage IN ('registration', 'dispatch', 'execution')),
  code                  text        NOT NULL,
  reason                text        NOT NULL,
  node                  text        NOT NULL,
  queue                 text,
  job_id                text,
  message_id            text,
  sent_by               text,
  sent_at               timestamptz,
  line                  integer     CHECK (line > 0),
  message_type          text        NOT NULL,
  properties            text        NOT NULL,
  body                  bytea,
  broker_key            text        UNIQUE,
  mended_by             text,
  resubmit_requested_at timestamptz,
  resubmit_requested_by text,
  resubmit_refused_at   timestamptz,
  resubmit_refusal      text
);
COMMENT ON COLUMN scheduler.quarantine.stage IS 'registration: never was a job; dispatch: could not be sent to its worker queue; execution: a dead letter of its worker queue, counted as dispatched';
COMMENT ON COLUMN scheduler.quarantine.sent_by IS 'login of the registrant at the broker; null: the broker does not tell it';
COMMENT ON COLUMN scheduler.quarantine.line IS 'of a message with many jobs only this line, counted from 1, was refused: body is the line, properties are those of the message';
COMMENT ON COLUMN scheduler.quarantine.message_type IS 'text, utf-16 (text that UTF-8 cannot express; body in UTF-16BE), bytes, map, stream, object, message, unreadable or amqp';
COMMENT ON COLUMN scheduler.quarantine.properties IS 'all properties of the message as a JSON object';
COMMENT ON COLUMN scheduler.quarantine.broker_key IS 'which message of the broker it was, where it left the broker outside of the transaction: none comes twice';
COMMENT ON COLUMN scheduler.quarantine.mended_by IS 'user of the REST API who last changed the message: the registrant when it is resubmitted; null: as it was sent';
COMMENT ON COLUMN scheduler.quarantine.resubmit_requested_at IS 'set by scheduler.resubmit; null again once a node has refused to register the row';
COMMENT ON COLUMN scheduler.quarantine.resubmit_requested_by IS 'who made the latest request: a database user, or a user of the REST API';
COMMENT ON COLUMN scheduler.quarantine.resubmit_refused_at IS 'when the latest request was refused';
COMMENT ON COLUMN scheduler.quarantine.resubmit_refusal IS 'code and reason of that refusal; in stage registration column code and column reason tell it, too';
CREATE INDEX quarantine_requested ON scheduler.quarantine (resubmit_requested_at, id) WHERE resubmit_requested_at IS NOT NULL;
-- Dead letters are counted several times a minute; the quarantine may be large
CREATE INDEX quarantine_dead_letters ON scheduler.quarantine (queue) WHERE stage = 'execution';
GRANT SELECT, INSERT, UPDATE (code, reason, queue, job_id, resubmit_requested_at, resubmit_refused_at, resubmit_refusal, resubmit_requested_by) ON
  scheduler.quarantine TO scheduler_xa;
GRANT SELECT ON scheduler.quarantine TO scheduler_read;

CREATE FUNCTION scheduler.resubmit(quarantine_id bigint) RETURNS text
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
BEGIN
  UPDATE scheduler.quarantine
     SET resubmit_requested_at = clock_timestamp(), resubmit_requested_by = session_user, resubmit_refused_at = NULL, resubmit_refusal = NULL
   WHERE id = quarantine_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'SCHED-0631 there is no quarantine row %: was it resubmitted already? SELECT id, stage, job_id FROM scheduler.quarantine', quarantine_id;
  END IF;
  RETURN format('requested; a node registers it within seconds: then row %s is gone, or its column resubmit_refusal tells why not', quarantine_id);
END
$$;
COMMENT ON FUNCTION scheduler.resubmit IS 'asks the nodes to register what a row of the quarantine holds';
REVOKE EXECUTE ON FUNCTION scheduler.resubmit(bigint) FROM PUBLIC;

-- With its owner's rights, so that a node can delete no other row.
CREATE FUNCTION scheduler.release_resubmitted(quarantine_id bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  DELETE FROM scheduler.quarantine WHERE id = quarantine_id AND resubmit_requested_at IS NOT NULL;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.release_resubmitted IS 'for nodes: deletes a row that was to be resubmitted and is registered';
REVOKE EXECUTE ON FUNCTION scheduler.release_resubmitted(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.release_resubmitted(bigint) TO scheduler_xa;

-- With its owner's rights, so that no statement of a node can change what was sent in more than one row.
CREATE FUNCTION scheduler.mend_quarantined(quarantine_id bigint, mender text, new_queue text, new_properties text, new_type text, new_body bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  UPDATE scheduler.quarantine
     SET mended_by = mender,
         queue = coalesce(new_queue, queue),
         properties = coalesce(new_properties, properties),
         message_type = coalesce(new_type, message_type),
         body = CASE WHEN new_type IS NULL THEN body ELSE new_body END
   WHERE id = quarantine_id AND mender IS NOT NULL;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.mend_quarantined IS 'for nodes: changes one row; null leaves a value as it is, new_type and new_body go together';
REVOKE EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, text, bytea) TO scheduler_xa;

-- With its owner's rights, so that no statement of a node can delete more than one row.
CREATE FUNCTION scheduler.discard_quarantined(quarantine_id bigint) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  DELETE FROM scheduler.quarantine q WHERE q.id = quarantine_id
  RETURNING jsonb_build_object('stage', q.stage, 'code', q.code, 'queue', q.queue, 'jobId', q.job_id)
$$;
COMMENT ON FUNCTION scheduler.discard_quarantined IS 'for nodes: deletes a row and tells what it was, without its payload; null if there is none';
REVOKE EXECUTE ON FUNCTION scheduler.discard_quarantined(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.discard_quarantined(bigint) TO scheduler_xa;

-- With its owner's rights: a node deletes neither jobs nor rows within the limits, whatever limits it gives.
CREATE FUNCTION scheduler.prune_quarantine(older_than interval, max_rows integer, max_bytes integer, most integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  pruned integer;
BEGIN
  DELETE FROM scheduler.quarantine WHERE id IN (
    SELECT r.id
      FROM (SELECT q.id, q.quarantined_at, q.resubmit_requested_at,
                   row_number() OVER latest AS place,
                   sum(octet_length(q.properties)::bigint + coalesce(octet_length(q.body), 0)) OVER latest AS bytes
              FROM scheduler.quarantine q WHERE q.stage = 'registration'
            WINDOW latest AS (PARTITION BY q.sent_by ORDER BY q.id DESC)) r
     WHERE r.resubmit_requested_at IS NULL
       AND (r.quarantined_at < clock_timestamp() - greatest(older_than, interval 'P7D')
            OR r.place > greatest(max_rows, 1000) OR r.bytes > greatest(max_bytes, 16777216))
     ORDER BY r.id LIMIT most);
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_quarantine IS 'for nodes: deletes messages that never were jobs, the old ones and the oldest of a login that has too many; at least a week, 1000 rows and 16 MiB are kept';
REVOKE EXECUTE ON FUNCTION scheduler.prune_quarantine(interval, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_quarantine(interval, integer, integer, integer) TO scheduler_xa;

-- ------------------------------------------------------------------------------------------------
-- Leases and nodes
-- ------------------------------------------------------------------------------------------------

-- The lease: look at it with SQL at any time.
CREATE TABLE scheduler.lease (
  partition          text     PRIMARY KEY,
  holder             text,
  incarnation        uuid,
  epoch              bigint   NOT NULL DEFAULT 0,
  acquired_at        timestamptz,
  last_run_at        timestamptz,
  -- The database session that last renewed the lease. When it has ended, the holder has died or lost the database:
  -- another node takes over at once. The failover interval remains for what cannot be proven.
  session_pid        integer,
  session_started_at timestamptz,
  released_at        timestamptz,
  reserved_for       text,
  failover_interval  interval NOT NULL DEFAULT 'PT5S'
);
COMMENT ON COLUMN scheduler.lease.holder IS 'node name of the leader';
COMMENT ON COLUMN scheduler.lease.incarnation IS 'one start of that node';
COMMENT ON COLUMN scheduler.lease.epoch IS 'grows by one with every change of holder; a claim with an older epoch finds nothing';
COMMENT ON COLUMN scheduler.lease.reserved_for IS 'only of a released lease: the node to which its holder handed it over; others wait for failover_interval';
COMMENT ON COLUMN scheduler.lease.failover_interval IS 'the holder''s setting: how long others wait after last_run_at before they take over';
GRANT SELECT ON scheduler.lease TO scheduler_xa, scheduler_read;
GRANT SELECT, UPDATE ON scheduler.lease TO scheduler_lease;

INSERT INTO scheduler.lease (partition) VALUES ('default');

CREATE TABLE scheduler.lease_history (
  partition   text        NOT NULL,
  epoch       bigint      NOT NULL,
  holder      text        NOT NULL,
  incarnation uuid        NOT NULL,
  acquired_at timestamptz NOT NULL,
  reason      text        NOT NULL,
  ended_at    timestamptz,
  PRIMARY KEY (partition, epoch)
);
COMMENT ON COLUMN scheduler.lease_history.reason IS 'why the holder could take the lease: never held, released, the holder''s database session is gone, failover interval passed';
GRANT SELECT ON scheduler.lease_history TO scheduler_xa, scheduler_read;
GRANT SELECT, INSERT, UPDATE ON scheduler.lease_history TO scheduler_lease;

-- Not a foreign key: its check would wait for the lock that the holder has on the lease row.
CREATE FUNCTION scheduler.add_lease() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  INSERT INTO scheduler.lease (partition) VALUES (NEW.partition) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION scheduler.add_lease IS 'each partition that a worker queue names has a row in scheduler.lease';
REVOKE EXECUTE ON FUNCTION scheduler.add_lease() FROM PUBLIC;
CREATE TRIGGER add_lease AFTER INSERT OR UPDATE OF partition ON scheduler.worker_queue
  FOR EACH ROW EXECUTE FUNCTION scheduler.add_lease();

CREATE TABLE scheduler.preferred_node (
  partition  text        PRIMARY KEY,
  node       text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL
);
COMMENT ON TABLE scheduler.preferred_node IS 'which node an operator wants to lead a partition while it can; a table of its own, because the holder locks the row of the lease';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.preferred_node TO scheduler_xa;
GRANT SELECT ON scheduler.preferred_node TO scheduler_read;

CREATE TABLE scheduler.node (
  name            text        PRIMARY KEY,
  version         text        NOT NULL,
  started_at      timestamptz NOT NULL,
  seen_at         timestamptz NOT NULL,
  clock_offset    interval    NOT NULL,
  encryption_keys text[],
  partitions      text[]      NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
COMMENT ON TABLE scheduler.node IS 'nodes that run, and those that ended without a stop less than a day ago; each node writes its row every 15 seconds';
COMMENT ON COLUMN scheduler.node.version IS 'of the scheduler';
COMMENT ON COLUMN scheduler.node.started_at IS 'by the clock of the database, as seen_at';
COMMENT ON COLUMN scheduler.node.clock_offset IS 'how far the clock of the node is ahead of that of the database; negative if it is behind';
COMMENT ON COLUMN scheduler.node.encryption_keys IS 'ids of its encryption keys, the one that encrypts first; null: its version does not tell them';
COMMENT ON COLUMN scheduler.node.partitions IS 'those that the node may lead, by its settings';
GRANT SELECT, INSERT, UPDATE (version, started_at, seen_at, clock_offset, encryption_keys, partitions), DELETE ON scheduler.node TO scheduler_xa;
GRANT SELECT ON scheduler.node TO scheduler_read;

CREATE FUNCTION scheduler.is_live(node_name text) RETURNS boolean LANGUAGE sql STABLE AS
$$
  SELECT EXISTS (SELECT 1 FROM pg_stat_activity a
                  WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name = node_name)
$$;
COMMENT ON FUNCTION scheduler.is_live IS 'whether a node of this name has a database session: each node keeps one for the lease';

CREATE TABLE scheduler.node_duty (
  node       text        PRIMARY KEY,
  dispatches boolean     NOT NULL,
  registers  boolean     NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL
);
COMMENT ON TABLE scheduler.node_duty IS 'nodes from which an operator has taken duties; a node without a row has all. Each node reads its row every second';
COMMENT ON COLUMN scheduler.node_duty.dispatches IS 'whether the node may lead partitions';
COMMENT ON COLUMN scheduler.node_duty.registers IS 'whether the node takes registrations from queues and tables; with neither duty it takes no dead letters and no reports either';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.node_duty TO scheduler_xa;
GRANT SELECT ON scheduler.node_duty TO scheduler_read;

-- A lock that only the scheduler can take. Any role can take an advisory lock.
CREATE TABLE scheduler.node_lock (name text PRIMARY KEY);
COMMENT ON TABLE scheduler.node_lock IS 'a node locks the row while it does what only one node may do at a time';
GRANT SELECT, UPDATE ON scheduler.node_lock TO scheduler_xa;

INSERT INTO scheduler.node_lock (name) VALUES ('unreadable AMQP messages');

-- ------------------------------------------------------------------------------------------------
-- Transactions in doubt
-- ------------------------------------------------------------------------------------------------

-- A transaction writes its row itself, so the row is there exactly if the transaction has committed. Its id is random: PostgreSQL gives a
-- transaction id, or a value of a sequence, again if it crashes before either is on the disk.
CREATE TABLE scheduler.decision (
  id          uuid        PRIMARY KEY,
  node        text        NOT NULL,
  outcome     text        NOT NULL DEFAULT 'committed' CHECK (outcome IN ('committed', 'aborted')),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  consumed    text
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON COLUMN scheduler.decision.node IS 'the node that wrote the row';
COMMENT ON COLUMN scheduler.decision.outcome IS 'aborted: a node found no row, and wrote this one so that the transaction cannot commit any more';
COMMENT ON COLUMN scheduler.decision.consumed IS 'the registration or report (JMSMessageID) with which the container began the transaction; its branch at the broker has no marker';
CREATE INDEX decision_recorded ON scheduler.decision (recorded_at);
GRANT SELECT, INSERT, DELETE ON scheduler.decision TO scheduler_xa;
GRANT SELECT ON scheduler.decision TO scheduler_read;

-- Waits for a transaction that has written the id and is still open, but not for long: the caller has other work.
CREATE FUNCTION scheduler.decide(decision uuid, decider text) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '200ms' SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO scheduler.decision (id, node, outcome) VALUES (decision, decider, 'aborted') ON CONFLICT (id) DO NOTHING;
  RETURN (SELECT d.outcome FROM scheduler.decision d WHERE d.id = decision);
EXCEPTION WHEN lock_not_available THEN
  RETURN 'in progress';
END
$$;
COMMENT ON FUNCTION scheduler.decide IS 'committed, aborted or in progress; what is not committed, and not open either, is aborted from now on';
REVOKE EXECUTE ON FUNCTION scheduler.decide(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.decide(uuid, text) TO scheduler_xa;

-- Transactions that are prepared in the database or at the broker, side by side, as the leader last saw them.
CREATE TABLE scheduler.in_doubt (
  gtrid         text        PRIMARY KEY,
  node          text        NOT NULL,
  database_gid  text,
  broker_xid    text,
  verdict       text        NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN scheduler.in_doubt.gtrid IS 'global transaction id in hexadecimal digits';
COMMENT ON COLUMN scheduler.in_doubt.node IS 'the node that prepared it and knows what was decided';
COMMENT ON COLUMN scheduler.in_doubt.database_gid IS 'as in pg_prepared_xacts; null: not prepared in the database';
COMMENT ON COLUMN scheduler.in_doubt.broker_xid IS 'as the broker''s management lists it, in base64; null: not prepared at the broker';
COMMENT ON COLUMN scheduler.in_doubt.verdict IS 'what the watch makes of it';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.in_doubt TO scheduler_xa;
GRANT SELECT ON scheduler.in_doubt TO scheduler_read;

-- What was ended by anybody else than the transaction manager that began it.
CREATE TABLE scheduler.in_doubt_resolution (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  resolved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_by text        NOT NULL,
  gtrid       text        NOT NULL,
  node        text        NOT NULL,
  action      text        NOT NULL,
  reason      text        NOT NULL
);
GRANT SELECT, INSERT ON scheduler.in_doubt_resolution TO scheduler_xa;
GRANT SELECT ON scheduler.in_doubt_resolution TO scheduler_read;

-- Nodes that will never come back with their transaction log; see docs/operations.md.
CREATE TABLE scheduler.gone_node (
  node        text        PRIMARY KEY,
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  declared_by text        NOT NULL DEFAULT session_user,
  reason      text        NOT NULL
);
GRANT SELECT, DELETE ON scheduler.gone_node TO scheduler_xa;
GRANT SELECT ON scheduler.gone_node TO scheduler_read;

CREATE FUNCTION scheduler.declare_gone(node_name text, why text) RETURNS text LANGUAGE plpgsql AS
$$
BEGIN
  IF scheduler.is_live(node_name) THEN
    RAISE EXCEPTION 'SCHED-0610 node % is alive: it has a database session; stop it first', node_name;
  END IF;
  IF coalesce(trim(why), '') = '' THEN
    RAISE EXCEPTION 'SCHED-0611 say why node % will not come back with its transaction log', node_name;
  END IF;
  INSERT INTO scheduler.gone_node (node, reason) VALUES (node_name, why)
  ON CONFLICT (node) DO UPDATE SET declared_at = clock_timestamp(), declared_by = session_user, reason = why;
  RETURN format('%s transactions of node %s are in doubt; the leader ends them within half a minute: SELECT * FROM scheduler.in_doubt_resolution',
                (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = node_name), node_name);
END
$$;
COMMENT ON FUNCTION scheduler.declare_gone IS 'declares that a node and its transaction log are lost for ever, so that what it left prepared may be ended without it';

-- ------------------------------------------------------------------------------------------------
-- Users and requests of the REST API
-- ------------------------------------------------------------------------------------------------

CREATE TABLE scheduler.api_user (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$'),
  role          text        NOT NULL CHECK (role IN ('viewer', 'submitter', 'operator', 'admin')),
  password_hash text        NOT NULL,
  locked_at     timestamptz,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.api_user IS 'who may use the REST API; registration_grant tells for which queues a user may register jobs';
COMMENT ON COLUMN scheduler.api_user.password_hash IS 'PBKDF2 as Jakarta Security writes it: algorithm:iterations:salt:hash';
COMMENT ON COLUMN scheduler.api_user.locked_at IS 'since when the user cannot log in; null: the user can';
GRANT SELECT, INSERT (name, role, password_hash), UPDATE (role, password_hash, locked_at), DELETE ON scheduler.api_user TO scheduler_xa;

-- With its owner's rights: a node can make the first user, and no other.
CREATE FUNCTION scheduler.create_first_user(user_name text, hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  LOCK TABLE scheduler.api_user IN EXCLUSIVE MODE;
  INSERT INTO scheduler.api_user (name, role, password_hash)
  SELECT user_name, 'admin', hash WHERE NOT EXISTS (SELECT FROM scheduler.api_user);
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.create_first_user IS 'for nodes: creates an administrator unless there is any user already';
REVOKE EXECUTE ON FUNCTION scheduler.create_first_user(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.create_first_user(text, text) TO scheduler_xa;

CREATE TABLE scheduler.former_user (
  name       text        PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_by text        NOT NULL
);
COMMENT ON TABLE scheduler.former_user IS 'users that were deleted by the REST API: their jobs, runs and requests bear their names, so no other user may have one of these; to give a name again, delete its row when nothing of that user is left';
GRANT SELECT, INSERT (name, deleted_by) ON scheduler.former_user TO scheduler_xa;

CREATE TABLE scheduler.api_session (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash   bytea       NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  user_name    text        REFERENCES scheduler.api_user (name) ON DELETE CASCADE,
  issuer_user  text,
  issuer_role  text        CHECK (issuer_role IN ('viewer', 'submitter', 'operator', 'admin')),
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz NOT NULL,
  address      text        NOT NULL,
  user_agent   text,
  CONSTRAINT api_session_user_check CHECK ((user_name IS NULL) = (issuer_user IS NOT NULL) AND (issuer_user IS NULL) = (issuer_role IS NULL))
);
COMMENT ON TABLE scheduler.api_session IS 'browsers that are logged in to the REST API; a leader deletes sessions that have expired';
COMMENT ON COLUMN scheduler.api_session.token_hash IS 'SHA-256 of the token in the cookie; the token itself is stored nowhere';
COMMENT ON COLUMN scheduler.api_session.user_name IS 'user with a row in api_user; null if an OpenID provider names the user';
COMMENT ON COLUMN scheduler.api_session.issuer_user IS 'user whom an OpenID provider names, who has no row in api_user even if one has the same name';
COMMENT ON COLUMN scheduler.api_session.issuer_role IS 'the highest role of the groups of that user at the login';
COMMENT ON COLUMN scheduler.api_session.last_seen_at IS 'a request with the cookie, written at most once a minute; the idle limit counts from it';
COMMENT ON COLUMN scheduler.api_session.expires_at IS 'the absolute limit';
COMMENT ON COLUMN scheduler.api_session.address IS 'from which the login came; that of a proxy if there is one';
CREATE INDEX api_session_user ON scheduler.api_session (user_name);
GRANT SELECT, INSERT (token_hash, user_name, expires_at, address, user_agent, issuer_user, issuer_role), UPDATE (last_seen_at), DELETE ON
  scheduler.api_session TO scheduler_xa;

-- Whoever changes a user, by the API or by SQL, ends its sessions in the same transaction.
CREATE FUNCTION scheduler.end_sessions() RETURNS trigger
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
BEGIN
  DELETE FROM scheduler.api_session WHERE user_name = NEW.name;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION scheduler.end_sessions IS 'trigger of api_user: a changed password, role or lock ends the sessions of the user';
REVOKE EXECUTE ON FUNCTION scheduler.end_sessions() FROM PUBLIC;
CREATE TRIGGER end_sessions AFTER UPDATE OF role, password_hash, locked_at ON scheduler.api_user
FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role
                   OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
                   OR OLD.locked_at IS DISTINCT FROM NEW.locked_at)
EXECUTE FUNCTION scheduler.end_sessions();

CREATE TABLE scheduler.idempotency_key (
  login       text        NOT NULL,
  key         text        NOT NULL,
  request     bytea       NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status      smallint,
  answer      text,
  location    text,
  PRIMARY KEY (login, key)
);
COMMENT ON TABLE scheduler.idempotency_key IS 'requests with an Idempotency-Key, and what they were answered, written in the transaction of what they do';
COMMENT ON COLUMN scheduler.idempotency_key.request IS 'SHA-256 of path and body';
CREATE INDEX idempotency_key_recorded ON scheduler.idempotency_key (recorded_at);
GRANT SELECT, INSERT, UPDATE (status, answer, location), DELETE ON scheduler.idempotency_key TO scheduler_xa;

CREATE TABLE scheduler.batch_operation (
  id                 bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation          text        NOT NULL
                     CHECK (operation IN ('cancel', 'reschedule', 'run-now', 'hold', 'release', 'resubmit', 'delete', 'run-again')),
  state              text        NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'stopped')),
  queue              text,
  job_state          text,
  prefix             text,
  due_from           timestamptz,
  due_before         timestamptz,
  stage              text,
  code               text,
  run_state          text,
  ended_from         timestamptz,
  ended_before       timestamptz,
  due_at             timestamptz,
  requested_by       text        NOT NULL,
  requested_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  counted            integer     NOT NULL,
  done               integer     NOT NULL DEFAULT 0,
  refused            integer     NOT NULL DEFAULT 0,
  last_refusal       text,
  ended_at           timestamptz,
  steps              integer     NOT NULL DEFAULT 0,
  cursor_queue       text,
  cursor_eligible_at timestamptz,
  cursor_id          bigint,
  cursor_fire_id     uuid
);
COMMENT ON TABLE scheduler.batch_operation IS 'what operators do to many jobs or quarantined rows at once; docs/rest.md';
COMMENT ON COLUMN scheduler.batch_operation.run_state IS 'of run-again: final states of runs, separated by commas';
COMMENT ON COLUMN scheduler.batch_operation.ended_from IS 'of run-again: the earliest end of a run';
COMMENT ON COLUMN scheduler.batch_operation.due_at IS 'of reschedule: the new due time';
COMMENT ON COLUMN scheduler.batch_operation.counted IS 'how many jobs or rows the filter chose when the operation was requested; at most 1001, which stands for more than 1000';
COMMENT ON COLUMN scheduler.batch_operation.refused IS 'jobs that could not be changed; last_refusal tells why the last one could not';
COMMENT ON COLUMN scheduler.batch_operation.steps IS 'committed steps; a step that finds another number than it has read does nothing';
COMMENT ON COLUMN scheduler.batch_operation.cursor_id IS 'with the other cursor columns: the job or row behind which the next step begins';
COMMENT ON COLUMN scheduler.batch_operation.cursor_fire_id IS 'of run-again: the run behind which the next step begins; cursor_eligible_at is the end of that run';
CREATE INDEX batch_operation_running ON scheduler.batch_operation (id) WHERE state = 'running';
CREATE INDEX batch_operation_ended ON scheduler.batch_operation (ended_at) WHERE ended_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (state, done, refused, last_refusal, ended_at, steps, cursor_queue, cursor_eligible_at, cursor_id, cursor_fire_id),
  DELETE ON scheduler.batch_operation TO scheduler_xa;
GRANT SELECT ON scheduler.batch_operation TO scheduler_read;

-- Who changed what; nodes can add to it, and change nothing in it.
CREATE TABLE scheduler.audit (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL,
  node       text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  before     jsonb,
  after      jsonb
);
COMMENT ON COLUMN scheduler.audit.before IS 'what the change found; null if there was nothing. Never a payload';
CREATE INDEX audit_changed ON scheduler.audit (changed_at);
-- The changes of one job: subject begins with its key. Changes are rare, so the index costs registration little.
CREATE INDEX audit_subject ON scheduler.audit (subject text_pattern_ops);
GRANT SELECT, INSERT ON scheduler.audit TO scheduler_xa;
GRANT SELECT ON scheduler.audit TO scheduler_read;

-- With its owner's rights: a node deletes old rows, and cannot delete what was changed lately.
CREATE FUNCTION scheduler.prune_audit(older_than interval, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  pruned integer;
BEGIN
  DELETE FROM scheduler.audit WHERE id IN (
    SELECT a.id FROM scheduler.audit a
     WHERE a.changed_at < clock_timestamp() - greatest(older_than, interval 'P7D')
     ORDER BY a.changed_at LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_audit IS 'for nodes: deletes rows of the audit that are older than the given age, and than a week';
REVOKE EXECUTE ON FUNCTION scheduler.prune_audit(interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_audit(interval, integer) TO scheduler_xa;

-- ------------------------------------------------------------------------------------------------
-- Lifecycle events and webhooks
-- ------------------------------------------------------------------------------------------------

CREATE TABLE scheduler.event (
  position bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id       uuid        NOT NULL DEFAULT gen_random_uuid(),
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  type     text        NOT NULL,
  queue    text,
  job_id   text,
  fire_id  uuid,
  attempt  int,
  due_at   timestamptz,
  message  text,
  data     jsonb
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);
COMMENT ON TABLE scheduler.event IS 'events that wait to be published; each is written by the transaction of its change';
COMMENT ON COLUMN scheduler.event.position IS 'the order of the events of a job: whoever changes it sees, and so follows, the change before';
COMMENT ON COLUMN scheduler.event.type IS 'such as job.dispatched; docs/events.md';
COMMENT ON COLUMN scheduler.event.message IS 'why; text for people';
COMMENT ON COLUMN scheduler.event.data IS 'further fields of the data of the event';
GRANT SELECT, INSERT, DELETE ON scheduler.event TO scheduler_xa;
GRANT SELECT ON scheduler.event TO scheduler_read;

-- These tables change rarely, also by hand, so triggers tell their changes. They run with the rights of the owner, whoever makes the change.
CREATE FUNCTION scheduler.tell_worker_queue() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue) VALUES (CASE WHEN NEW.paused THEN 'queue.paused' ELSE 'queue.resumed' END, NEW.name);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.tell_worker_queue() FROM PUBLIC;
CREATE TRIGGER worker_queue_told AFTER UPDATE OF paused ON scheduler.worker_queue FOR EACH ROW
  WHEN (NEW.events AND OLD.paused <> NEW.paused) EXECUTE FUNCTION scheduler.tell_worker_queue();

CREATE FUNCTION scheduler.tell_schedule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, queue, job_id, message)
  SELECT CASE NEW.state WHEN 'ENDED' THEN 'schedule.ended' WHEN 'PAUSED' THEN 'schedule.paused' ELSE 'schedule.resumed' END,
         NEW.queue, NEW.job_id, CASE NEW.state WHEN 'ENDED' THEN NEW.end_reason END
   WHERE NEW.queue IN (SELECT q.name FROM scheduler.worker_queue q WHERE q.events)
     AND (NEW.state <> 'ACTIVE' OR OLD.state = 'PAUSED');
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.tell_schedule() FROM PUBLIC;
CREATE TRIGGER schedule_told AFTER UPDATE OF state ON scheduler.schedule FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION scheduler.tell_schedule();

CREATE FUNCTION scheduler.tell_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO scheduler.event (type, message, data)
  SELECT 'lease.changed', NEW.reason, jsonb_build_object('partition', NEW.partition, 'holder', NEW.holder, 'epoch', NEW.epoch)
   WHERE EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.events AND q.partition = NEW.partition);
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.tell_lease() FROM PUBLIC;
CREATE TRIGGER lease_told AFTER INSERT ON scheduler.lease_history FOR EACH ROW EXECUTE FUNCTION scheduler.tell_lease();

CREATE TABLE scheduler.webhook (
  id            bigint  GENERATED ALWAYS AS IDENTITY UNIQUE,
  name          text    PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  url           text    NOT NULL CHECK (length(url) <= 2000 AND url LIKE 'https://%'),
  types         text[]  NOT NULL DEFAULT '{}',
  queues        text[]  NOT NULL DEFAULT '{}',
  retry         text    NOT NULL DEFAULT '10/PT1S*2..PT10M',
  paused        boolean NOT NULL DEFAULT false,
  registered_by text    NOT NULL,
  failures      integer NOT NULL DEFAULT 0,
  retry_at      timestamptz,
  last_error    text,
  last_sent_at  timestamptz,
  given_up      bigint  NOT NULL DEFAULT 0
);
COMMENT ON TABLE scheduler.webhook IS 'where the nodes post lifecycle events; docs/events.md';
COMMENT ON COLUMN scheduler.webhook.id IS 'never given again: a new webhook gets no events of a deleted one with its name';
COMMENT ON COLUMN scheduler.webhook.types IS 'types of events such as job.failed; empty for all';
COMMENT ON COLUMN scheduler.webhook.queues IS 'worker queues whose events are sent; empty for all';
COMMENT ON COLUMN scheduler.webhook.retry IS 'a retry policy; after its last attempt an event is given up';
COMMENT ON COLUMN scheduler.webhook.failures IS 'failed attempts of the event that is first in line';
COMMENT ON COLUMN scheduler.webhook.given_up IS 'how many events were given up';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.webhook TO scheduler_xa;
GRANT SELECT (id, name, types, queues, retry, paused, registered_by, failures, retry_at, last_error, last_sent_at, given_up) ON scheduler.webhook TO
  scheduler_read;

-- No foreign key: the publisher of events must not wait for a change of a webhook, and the deletion of a webhook not for that of its events.
CREATE TABLE scheduler.webhook_event (
  webhook  bigint NOT NULL,
  position bigint NOT NULL,
  id       uuid   NOT NULL,
  body     text   NOT NULL,
  PRIMARY KEY (webhook, position)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.webhook_event IS 'events that are not yet posted to a webhook, in their order; the leader deletes those of deleted webhooks';
GRANT SELECT, INSERT, DELETE ON scheduler.webhook_event TO scheduler_xa;
GRANT SELECT ON scheduler.webhook_event TO scheduler_read;

-- ------------------------------------------------------------------------------------------------
-- Statistics
-- ------------------------------------------------------------------------------------------------

-- Nodes add what they have counted, in transactions of their own; nothing reads table job. Days are those of UTC.
CREATE TABLE scheduler.statistic (
  minute      timestamptz NOT NULL,
  queue       text        NOT NULL,
  node        text        NOT NULL,
  registered  bigint      NOT NULL DEFAULT 0,
  dispatched  bigint      NOT NULL DEFAULT 0,
  finished    bigint      NOT NULL DEFAULT 0,
  failed      bigint      NOT NULL DEFAULT 0,
  quarantined bigint      NOT NULL DEFAULT 0,
  lateness    bigint[]    NOT NULL DEFAULT '{}',
  duration    bigint[]    NOT NULL DEFAULT '{}',
  PRIMARY KEY (minute, queue, node)
) PARTITION BY RANGE (minute);
COMMENT ON TABLE scheduler.statistic IS 'what each node has counted, by minute and queue; a node that crashes loses its last seconds, so scheduler.ledger is the proof';
COMMENT ON COLUMN scheduler.statistic.registered IS 'jobs that were stored: accepted, or replaced';
COMMENT ON COLUMN scheduler.statistic.finished IS 'tracked runs that their workers reported as finished';
COMMENT ON COLUMN scheduler.statistic.failed IS 'tracked runs that ended as ERROR';
COMMENT ON COLUMN scheduler.statistic.quarantined IS 'jobs that used up their attempts, and dead letters';
COMMENT ON COLUMN scheduler.statistic.lateness IS 'dispatched jobs by their lateness: up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 1 h, and more; zeros at the end are left out';
COMMENT ON COLUMN scheduler.statistic.duration IS 'ended runs by the time between the reports of their start and their end; buckets as in lateness';
GRANT SELECT, INSERT, UPDATE (registered, dispatched, finished, failed, quarantined, lateness, duration) ON scheduler.statistic TO scheduler_xa;
GRANT SELECT ON scheduler.statistic TO scheduler_read;

CREATE TABLE scheduler.statistic_default PARTITION OF scheduler.statistic DEFAULT;
COMMENT ON TABLE scheduler.statistic_default IS 'rows of days that have no partition yet';

CREATE FUNCTION scheduler.add_buckets(a bigint[], b bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(coalesce(u.a, 0) + coalesce(u.b, 0) ORDER BY u.bucket), '{}')
    FROM unnest(a, b) WITH ORDINALITY AS u (a, b, bucket)
$$;
COMMENT ON FUNCTION scheduler.add_buckets IS 'adds the elements of two histograms, the shorter of which is filled up with zeros';
REVOKE EXECUTE ON FUNCTION scheduler.add_buckets(bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.add_buckets(bigint[], bigint[]) TO scheduler_xa;

-- With its owner's rights: nodes make no tables. ATTACH lets nodes write to the other partitions meanwhile.
CREATE FUNCTION scheduler.prepare_statistics() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  today     date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  begins    timestamptz;
  ends      timestamptz;
  part      text;
  prepared  integer := 0;
BEGIN
  FOR ahead IN 0..2 LOOP
    begins := (today + ahead)::timestamp AT TIME ZONE 'UTC';
    ends := (today + ahead + 1)::timestamp AT TIME ZONE 'UTC';
    part := 'statistic_' || to_char(today + ahead, 'YYYYMMDD');
    CONTINUE WHEN to_regclass('scheduler.' || part) IS NOT NULL;
    LOCK TABLE ONLY scheduler.statistic IN SHARE UPDATE EXCLUSIVE MODE;
    LOCK TABLE scheduler.statistic_default IN ACCESS EXCLUSIVE MODE;
    -- The leader of another node may have been faster
    CONTINUE WHEN to_regclass('scheduler.' || part) IS NOT NULL;
    EXECUTE format('CREATE TABLE scheduler.%I (LIKE scheduler.statistic INCLUDING ALL) WITH (fillfactor = 70)', part);
    EXECUTE format('WITH moved AS (DELETE FROM scheduler.statistic_default WHERE minute >= %L AND minute < %L RETURNING *)'
                   ' INSERT INTO scheduler.%I SELECT * FROM moved', begins, ends, part);
    EXECUTE format('ALTER TABLE scheduler.statistic ATTACH PARTITION scheduler.%I FOR VALUES FROM (%L) TO (%L)', part, begins, ends);
    prepared := prepared + 1;
  END LOOP;
  RETURN prepared;
END
$$;
COMMENT ON FUNCTION scheduler.prepare_statistics IS 'for nodes: makes the partitions of scheduler.statistic for today and the next two days';
REVOKE EXECUTE ON FUNCTION scheduler.prepare_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prepare_statistics() TO scheduler_xa;

SELECT scheduler.prepare_statistics();

-- With its owner's rights: a node drops old days, and cannot drop today's or yesterday's.
CREATE FUNCTION scheduler.prune_statistics(older_than interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first_kept date := ((clock_timestamp() - greatest(older_than, interval 'P1D')) AT TIME ZONE 'UTC')::date;
  part       text;
  pruned     integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'scheduler.statistic'::regclass AND c.relname ~ '^statistic_[0-9]{8}$'
                 AND c.relname < 'statistic_' || to_char(first_kept, 'YYYYMMDD')
               ORDER BY c.relname LOOP
    EXECUTE format('DROP TABLE IF EXISTS scheduler.%I', part);
    pruned := pruned + 1;
  END LOOP;
  DELETE FROM scheduler.statistic_default WHERE minute < first_kept::timestamp AT TIME ZONE 'UTC';
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_statistics IS 'for nodes: drops the days of scheduler.statistic that are older than the given age, and than a day';
REVOKE EXECUTE ON FUNCTION scheduler.prune_statistics(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_statistics(interval) TO scheduler_xa;

-- ------------------------------------------------------------------------------------------------
-- Views for people and dashboards
-- ------------------------------------------------------------------------------------------------

CREATE VIEW scheduler.retrying AS
SELECT j.queue, j.job_id, j.due_at, clock_timestamp() - j.due_at AS overdue, j.eligible_at, j.priority, j.attempts, j.last_error
  FROM scheduler.dispatch_retry r JOIN scheduler.job j ON j.id = r.job_row AND j.eligible_at = r.retry_at
 WHERE r.retry_at > (SELECT clock_timestamp());
COMMENT ON VIEW scheduler.retrying IS 'jobs that are due, could not be dispatched, and wait for the next attempt at eligible_at';
GRANT SELECT ON scheduler.retrying TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.due_now AS
SELECT due.queue, due.job_id, due.due_at, clock_timestamp() - due.due_at AS overdue, due.eligible_at, due.priority, due.attempts, due.last_error
  FROM (SELECT j.queue, j.job_id, j.due_at, j.eligible_at, j.priority, j.attempts, j.last_error
          FROM scheduler.job j
         WHERE j.eligible_at <= (SELECT clock_timestamp())
        UNION ALL
        SELECT r.queue, r.job_id, r.due_at, r.eligible_at, r.priority, r.attempts, r.last_error
          FROM scheduler.retrying r) due
 ORDER BY due.eligible_at;
COMMENT ON VIEW scheduler.due_now IS 'jobs that are due: dispatch may claim them, or tries them again at eligible_at';
GRANT SELECT ON scheduler.due_now TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.oldest_overdue AS
SELECT q.name AS queue, oldest.job_id, oldest.due_at, clock_timestamp() - oldest.due_at AS overdue, q.paused, q.failures, q.retry_at, q.last_error, q.partition
  FROM scheduler.worker_queue q
  LEFT JOIN LATERAL (SELECT due.job_id, due.due_at
                       FROM ((SELECT j.job_id, j.due_at
                                FROM scheduler.job j
                               WHERE j.queue = q.name AND j.eligible_at <= (SELECT clock_timestamp())
                               ORDER BY j.eligible_at
                               LIMIT 1)
                             UNION ALL
                             SELECT r.job_id, r.due_at FROM scheduler.retrying r WHERE r.queue = q.name) due
                      ORDER BY due.due_at
                      LIMIT 1) oldest ON true
 ORDER BY oldest.due_at NULLS LAST;
GRANT SELECT ON scheduler.oldest_overdue TO scheduler_read, scheduler_xa;

-- By queue, so that index job_eligible finds the held jobs among millions of waiting ones.
CREATE VIEW scheduler.held AS
SELECT j.queue, j.job_id, j.due_at, j.held_at, j.held_by, j.expires_at, j.attempts, j.last_error
  FROM scheduler.worker_queue q JOIN scheduler.job j ON j.queue = q.name
 WHERE j.eligible_at >= '9999-12-31T00:00:00Z' AND j.held_at IS NOT NULL
 ORDER BY j.held_at;
COMMENT ON VIEW scheduler.held IS 'jobs that operators hold; they wait until they are released';
GRANT SELECT ON scheduler.held TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.unlisted AS
SELECT j.queue, count(*) AS waiting, min(j.due_at) AS oldest_due_at
  FROM scheduler.job j
 WHERE NOT EXISTS (SELECT 1 FROM scheduler.worker_queue q WHERE q.name = j.queue)
 GROUP BY j.queue;
COMMENT ON VIEW scheduler.unlisted IS 'jobs whose queue was taken off the allow-list; they wait until it is back. Reads all waiting rows';
GRANT SELECT ON scheduler.unlisted TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.worker_queue_status AS
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
COMMENT ON VIEW scheduler.worker_queue_status IS 'the allow-list with what waits in each queue; counts end at 1000';
COMMENT ON COLUMN scheduler.worker_queue_status.waiting IS 'all stored jobs of the queue, due and held ones among them';
COMMENT ON COLUMN scheduler.worker_queue_status.overdue IS 'more than a second after their due time';
COMMENT ON COLUMN scheduler.worker_queue_status.held IS 'held by operators';
COMMENT ON COLUMN scheduler.worker_queue_status.state IS 'paused; no-leader: no node leads the partition; resting: the last attempt to dispatch its jobs failed; open';
COMMENT ON COLUMN scheduler.worker_queue_status.due IS 'jobs whose due time has passed: dispatch may claim them, or tries them again';
COMMENT ON COLUMN scheduler.worker_queue_status.problem IS 'why its jobs are not dispatched; null if they are, or if an operator has paused the queue';
COMMENT ON COLUMN scheduler.worker_queue_status.retrying IS 'those of the due jobs that wait for another attempt';
GRANT SELECT ON scheduler.worker_queue_status TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.lease_status AS
SELECT l.partition, l.holder, l.epoch, l.acquired_at, l.last_run_at, clock_timestamp() - l.last_run_at AS since_last_run, l.failover_interval,
       CASE WHEN l.holder IS NULL THEN 'never held'
            WHEN l.released_at IS NOT NULL THEN 'released'
            WHEN clock_timestamp() - l.last_run_at > l.failover_interval THEN 'expired'
            ELSE 'held' END AS state,
       (SELECT count(*) FROM scheduler.worker_queue q WHERE q.partition = l.partition) AS queues,
       f.node AS preferred_node
  FROM scheduler.lease l
  LEFT JOIN scheduler.preferred_node f USING (partition);
GRANT SELECT ON scheduler.lease_status TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.node_status AS
SELECT n.name, scheduler.is_live(n.name) AS live,
       ARRAY(SELECT l.partition FROM scheduler.lease_status l WHERE l.holder = n.name AND l.state = 'held' ORDER BY l.partition) AS leads,
       (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = n.name) AS in_doubt,
       g.declared_at AS gone_since, t.version, t.started_at, t.seen_at, t.clock_offset,
       coalesce(u.dispatches, true) AS dispatches, coalesce(u.registers, true) AS registers,
       u.changed_at AS drained_at, u.changed_by AS drained_by
  FROM (SELECT a.application_name AS name FROM pg_stat_activity a
         WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name <> ''
        UNION SELECT holder FROM scheduler.lease WHERE holder IS NOT NULL
        UNION SELECT node FROM scheduler.in_doubt
        UNION SELECT node FROM scheduler.gone_node
        UNION SELECT node FROM scheduler.node_duty
        UNION SELECT name FROM scheduler.node WHERE seen_at > (SELECT clock_timestamp() - interval 'P1D')) n
  LEFT JOIN scheduler.gone_node g ON g.node = n.name
  LEFT JOIN scheduler.node_duty u ON u.node = n.name
  LEFT JOIN scheduler.node t ON t.name = n.name;
COMMENT ON VIEW scheduler.node_status IS 'nodes with a database session, and those that hold a lease, left something in doubt, ended without a stop less than a day ago, were drained, or were declared gone';
GRANT SELECT ON scheduler.node_status TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.prepared_transaction AS
SELECT p.gid, p.prepared, clock_timestamp() - p.prepared AS age, p.owner
  FROM pg_prepared_xacts p
 WHERE p.database = current_database()
 ORDER BY p.prepared;
GRANT SELECT ON scheduler.prepared_transaction TO scheduler_read, scheduler_xa;

CREATE VIEW scheduler.ledger AS
SELECT t.registered, w.waiting, t.dispatched, t.cancelled, t.expired, t.quarantined,
       t.registered - w.waiting - t.dispatched - t.cancelled - t.expired - t.quarantined AS difference
  FROM (SELECT coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'registered'), 0)  AS registered,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'dispatched'), 0)  AS dispatched,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'cancelled'), 0)   AS cancelled,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'expired'), 0)     AS expired,
               coalesce(sum(e.jobs) FILTER (WHERE e.kind = 'quarantined'), 0) AS quarantined
          FROM scheduler.ledger_entry e) t,
       (SELECT count(*) AS waiting FROM scheduler.job) w;
COMMENT ON VIEW scheduler.ledger IS 'difference is 0 unless a job was lost or invented; counts all waiting rows, so not for every second on a large table';
GRANT SELECT ON scheduler.ledger TO scheduler_read, scheduler_xa;

-- Reads all of these tables: for a person who wants to remove a key.
CREATE VIEW scheduler.encryption_key_use AS
SELECT key_id, kind, count(*) AS rows
  FROM (SELECT substring(properties FROM '"scheduler_encryptedWith": ?"([^"]*)"') AS key_id, 'waiting job' AS kind FROM scheduler.job
        UNION ALL
        SELECT substring(job ->> 'properties' FROM '"scheduler_encryptedWith": ?"([^"]*)"'), 'input of a run' FROM scheduler.execution_input
        UNION ALL
        SELECT substring(properties FROM '"scheduler_encryptedWith": ?"([^"]*)"'), 'quarantine' FROM scheduler.quarantine) used
 WHERE key_id IS NOT NULL
 GROUP BY key_id, kind;
COMMENT ON VIEW scheduler.encryption_key_use IS 'which encryption keys are still needed, and for how many rows; docs/security.md';
GRANT SELECT ON scheduler.encryption_key_use TO scheduler_read;

-- A job may be registered on any node that runs, and dispatched by any. The keys of the next jobs are those that are needed soon.
CREATE VIEW scheduler.missing_encryption_key AS
WITH running AS (
  SELECT name, encryption_keys FROM scheduler.node
   WHERE encryption_keys IS NOT NULL AND seen_at > (SELECT clock_timestamp() - interval 'PT1M')),
encrypted AS (
  SELECT name AS queue FROM scheduler.worker_queue WHERE encrypted),
needed AS (
  SELECT e.queue, r.encryption_keys[1] AS key_id FROM encrypted e CROSS JOIN running r WHERE cardinality(r.encryption_keys) > 0
  UNION
  SELECT e.queue, substring(j.properties FROM '"scheduler_encryptedWith": ?"([^"]*)"')
    FROM encrypted e
         CROSS JOIN LATERAL (SELECT n.properties FROM scheduler.job n WHERE n.queue = e.queue ORDER BY n.eligible_at LIMIT 100) j)
SELECT r.name AS node, n.queue, n.key_id
  FROM running r JOIN needed n ON n.key_id <> ALL (r.encryption_keys)
UNION ALL
SELECT r.name, e.queue, NULL
  FROM running r CROSS JOIN encrypted e
 WHERE cardinality(r.encryption_keys) = 0 AND NOT EXISTS (SELECT FROM needed n WHERE n.queue = e.queue AND n.key_id IS NOT NULL);
COMMENT ON VIEW scheduler.missing_encryption_key IS 'nodes that run without a key of an encrypted worker queue: one with which another node encrypts, or with which one of the next 100 jobs is encrypted; key_id is null if no node has a key; docs/security.md';
GRANT SELECT ON scheduler.missing_encryption_key TO scheduler_xa, scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (1);
