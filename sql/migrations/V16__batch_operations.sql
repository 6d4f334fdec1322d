-- Operations of the REST API on all jobs, or rows of the quarantine, that a filter chooses; run after V15, in the same way.

CREATE TABLE scheduler.batch_operation (
  id                 bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation          text        NOT NULL CHECK (operation IN ('cancel', 'reschedule', 'run-now', 'resubmit', 'delete')),
  state              text        NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'stopped')),
  queue              text,
  job_state          text,
  prefix             text,
  due_from           timestamptz,
  due_before         timestamptz,
  stage              text,
  code               text,
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
  cursor_id          bigint
);
COMMENT ON TABLE scheduler.batch_operation IS 'what operators do to many jobs or quarantined rows at once; docs/rest.md';
COMMENT ON COLUMN scheduler.batch_operation.due_at IS 'of reschedule: the new due time';
COMMENT ON COLUMN scheduler.batch_operation.counted IS 'how many jobs or rows the filter chose when the operation was requested; at most 1001, which stands for more than 1000';
COMMENT ON COLUMN scheduler.batch_operation.refused IS 'jobs that could not be changed; last_refusal tells why the last one could not';
COMMENT ON COLUMN scheduler.batch_operation.steps IS 'committed steps; a step that finds another number than it has read does nothing';
COMMENT ON COLUMN scheduler.batch_operation.cursor_id IS 'with the other cursor columns: the job or row behind which the next step begins';
CREATE INDEX batch_operation_running ON scheduler.batch_operation (id) WHERE state = 'running';

GRANT SELECT ON scheduler.batch_operation TO scheduler_xa, scheduler_read;
GRANT INSERT ON scheduler.batch_operation TO scheduler_xa;
GRANT UPDATE (state, done, refused, last_refusal, ended_at, steps, cursor_queue, cursor_eligible_at, cursor_id) ON scheduler.batch_operation TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (16);
