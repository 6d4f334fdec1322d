-- Tracked executions; run after V8, in the same way.

ALTER TABLE scheduler.worker_queue ADD COLUMN tracked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.worker_queue.tracked IS 'whether jobs of this queue are tracked unless their registrants say otherwise';

ALTER TABLE scheduler.job
  ADD COLUMN tracked          boolean  NOT NULL DEFAULT false,
  ADD COLUMN replaced_fire_id uuid,
  ADD COLUMN run_attempt      smallint NOT NULL DEFAULT 1;
COMMENT ON COLUMN scheduler.job.tracked IS 'whether table execution has a row of the same fire id';
COMMENT ON COLUMN scheduler.job.replaced_fire_id IS 'fire id of the tracked job that this one has replaced';
COMMENT ON COLUMN scheduler.job.run_attempt IS 'which attempt of the execution this job is, from 1';

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
  token_hash          bytea
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX execution_job ON scheduler.execution (queue, job_id, submitted_at);
CREATE INDEX execution_ended ON scheduler.execution (queue, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX execution_heartbeat ON scheduler.execution (heartbeat_until) WHERE heartbeat_until IS NOT NULL;
CREATE INDEX execution_result_expiry ON scheduler.execution (result_expires_at) WHERE result_expires_at IS NOT NULL;
COMMENT ON TABLE scheduler.execution IS 'one row a due run of a tracked job; docs/executions.md';
COMMENT ON COLUMN scheduler.execution.state IS 'SUBMITTED: waits; DISPATCHED: sent to its worker queue; RUNNING: a worker has begun; the others are final';
COMMENT ON COLUMN scheduler.execution.message IS 'the worker''s latest text, or why the execution has ended';
COMMENT ON COLUMN scheduler.execution.attempt IS 'from 1; grows when the run is sent again';
COMMENT ON COLUMN scheduler.execution.node IS 'the scheduler''s node that made the latest transition';
COMMENT ON COLUMN scheduler.execution.worker IS 'as the worker names itself in its reports';
COMMENT ON COLUMN scheduler.execution.reported_at IS 'when the latest report of the worker was taken';
COMMENT ON COLUMN scheduler.execution.heartbeat_until IS 'only of a long-running worker: without a further report until then the run counts as dead';
COMMENT ON COLUMN scheduler.execution.token_hash IS 'SHA-256 of the token that the delivery carries; reports must show the token';

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
CREATE INDEX execution_transition_of ON scheduler.execution_transition (fire_id);
COMMENT ON TABLE scheduler.execution_transition IS 'the history of each execution; old_state is null for the first one';

-- Apart, so that SELECT * FROM scheduler.execution reads well.
CREATE TABLE scheduler.execution_input (
  fire_id uuid  PRIMARY KEY,
  job     jsonb NOT NULL
);
COMMENT ON TABLE scheduler.execution_input IS 'the row of table job as it was registered, for a run that is sent again';

CREATE TABLE scheduler.execution_result (
  fire_id uuid  PRIMARY KEY,
  body    bytea NOT NULL
);
COMMENT ON TABLE scheduler.execution_result IS 'text and JSON in UTF-8, or the bytes as they came; deleted when the result expires';

GRANT SELECT ON scheduler.execution, scheduler.execution_transition, scheduler.execution_input, scheduler.execution_result TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.execution, scheduler.execution_transition, scheduler.execution_input, scheduler.execution_result TO scheduler_xa;
GRANT USAGE ON SEQUENCE scheduler.job_id_seq TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (9);
