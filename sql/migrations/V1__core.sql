-- Run as scheduler_owner, by Flyway or with  psql -v ON_ERROR_STOP=1 -1 -f sql/migrations/V1__core.sql
CREATE SCHEMA IF NOT EXISTS scheduler;

-- Read by every node at its start; each migration adds its row.
CREATE TABLE scheduler.schema_version (
  version    integer     PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The allow-list of worker queues, and what dispatch knows of each.
CREATE TABLE scheduler.worker_queue (
  name       text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$' AND name !~ '^scheduler\.'),
  paused     boolean     NOT NULL DEFAULT false,
  failures   integer     NOT NULL DEFAULT 0,
  retry_at   timestamptz,
  last_error text
);
COMMENT ON COLUMN scheduler.worker_queue.failures IS 'hand-offs in a row that the broker refused for this queue as a whole; 0: healthy';
COMMENT ON COLUMN scheduler.worker_queue.retry_at IS 'while failing: when dispatch tries this queue again';

-- Waiting jobs. A row leaves in the XA transaction that hands its message to the worker queue.
-- No foreign key to worker_queue: an in-doubt branch would hold a lock on the queue's row.
CREATE TABLE scheduler.job (
  id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue         text        NOT NULL,
  job_id        text        NOT NULL,
  due_at        timestamptz NOT NULL,
  eligible_at   timestamptz NOT NULL,
  priority      smallint    NOT NULL,
  expires_at    timestamptz,
  group_key     text,
  content_type  text,
  traceparent   text,
  tracestate    text,
  properties    text,
  body_is_text  boolean     NOT NULL,
  body          bytea       NOT NULL,
  sent_at       timestamptz NOT NULL,
  message_id    text,
  fire_id       uuid        NOT NULL DEFAULT gen_random_uuid(),
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts      smallint    NOT NULL DEFAULT 0,
  last_error    text,
  CONSTRAINT job_key UNIQUE (queue, job_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX job_eligible ON scheduler.job (queue, eligible_at, priority DESC);
COMMENT ON COLUMN scheduler.job.eligible_at IS 'when dispatch may claim the job: due_at, or later after a failed attempt';
COMMENT ON COLUMN scheduler.job.sent_at IS 'when the registrant sent the intent; the later intent wins';
COMMENT ON COLUMN scheduler.job.properties IS 'the user''s x_ properties as a JSON object; text, because json refuses what a property may hold';
COMMENT ON COLUMN scheduler.job.body IS 'text in UTF-8, or the bytes as they came';

-- Cancels that may still be overtaken by the registration they cancel.
CREATE TABLE scheduler.tombstone (
  queue        text        NOT NULL,
  job_id       text        NOT NULL,
  cancelled_at timestamptz NOT NULL,
  recorded_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (queue, job_id)
);
CREATE INDEX tombstone_recorded ON scheduler.tombstone (recorded_at);

-- What could not be accepted or handed over, with its reason and all that is needed to mend and resubmit it.
CREATE TABLE scheduler.quarantine (
  id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quarantined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  stage          text        NOT NULL CHECK (stage IN ('registration', 'dispatch')),
  code           text        NOT NULL,
  reason         text        NOT NULL,
  node           text        NOT NULL,
  queue          text,
  job_id         text,
  message_id     text,
  sent_at        timestamptz,
  message_type   text        NOT NULL,
  properties     text        NOT NULL,
  body           bytea
);
COMMENT ON COLUMN scheduler.quarantine.properties IS 'all properties of the message as a JSON object';
COMMENT ON COLUMN scheduler.quarantine.message_type IS 'text, bytes, map, stream, object or message';

-- The job ledger: one row per transaction and kind, so that no two transactions wait for one counter row;
-- merged by the leader. registered = waiting + dispatched + cancelled + expired + quarantined
CREATE TABLE scheduler.ledger_entry (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind        text        NOT NULL CHECK (kind IN ('registered', 'dispatched', 'cancelled', 'expired', 'quarantined')),
  jobs        bigint      NOT NULL
);

-- The lease: look at it with SQL at any time.
CREATE TABLE scheduler.lease (
  partition         text        PRIMARY KEY,
  holder            text,
  incarnation       uuid,
  epoch             bigint      NOT NULL DEFAULT 0,
  acquired_at       timestamptz,
  last_run_at       timestamptz,
  released_at       timestamptz,
  failover_interval interval    NOT NULL DEFAULT 'PT5S'
);
INSERT INTO scheduler.lease (partition) VALUES ('default');
COMMENT ON COLUMN scheduler.lease.holder IS 'node name of the leader';
COMMENT ON COLUMN scheduler.lease.incarnation IS 'one start of that node';
COMMENT ON COLUMN scheduler.lease.epoch IS 'grows by one with every change of holder; a claim with an older epoch finds nothing';
COMMENT ON COLUMN scheduler.lease.failover_interval IS 'the holder''s setting: how long others wait after last_run_at before they take over';

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
COMMENT ON COLUMN scheduler.lease_history.reason IS 'why the holder could take the lease: never held, released, failover interval passed';

GRANT USAGE ON SCHEMA scheduler TO scheduler_xa, scheduler_lease, scheduler_read;
GRANT SELECT ON ALL TABLES IN SCHEMA scheduler TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.job, scheduler.tombstone, scheduler.ledger_entry TO scheduler_xa;
GRANT INSERT ON scheduler.quarantine TO scheduler_xa;
GRANT UPDATE (failures, retry_at, last_error) ON scheduler.worker_queue TO scheduler_xa;
GRANT SELECT, UPDATE ON scheduler.lease TO scheduler_lease;
GRANT SELECT, INSERT, UPDATE ON scheduler.lease_history TO scheduler_lease;

INSERT INTO scheduler.schema_version (version) VALUES (1);
