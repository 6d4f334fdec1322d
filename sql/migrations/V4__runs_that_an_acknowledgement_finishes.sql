-- Runs that are finished when the broker has acknowledged their messages; run after V3, in the same way. docs/executions.md

ALTER TABLE scheduler.worker_queue
  ADD COLUMN finished_when_acknowledged boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.worker_queue.finished_when_acknowledged IS 'whether tracked runs that are dispatched from now on are finished when the broker has acknowledged their message, if their workers send no reports; docs/executions.md';
GRANT INSERT (finished_when_acknowledged), UPDATE (finished_when_acknowledged) ON scheduler.worker_queue TO scheduler_xa;

ALTER TABLE scheduler.execution
  ADD COLUMN awaits_acknowledgement boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN scheduler.execution.awaits_acknowledgement IS 'of a dispatched run on which no worker has reported, and whose message the broker keeps when it stops: whether its worker queue said at the dispatch that the acknowledgement of its message is the end';
-- Only of the runs that wait for it: their number is what the planner believes. Changes that leave the column as it is write to no index
CREATE INDEX execution_awaits_acknowledgement ON scheduler.execution (queue, fire_id) WHERE awaits_acknowledgement;

-- Without a key on fire_id: no transaction waits for another one that is in doubt
CREATE TABLE scheduler.unended_run (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fire_id uuid   NOT NULL
);
COMMENT ON TABLE scheduler.unended_run IS 'runs whose dead letter or report went to the quarantine without changing them, until the leader has taken awaits_acknowledgement from them';
GRANT SELECT, INSERT, DELETE ON scheduler.unended_run TO scheduler_xa;
GRANT SELECT ON scheduler.unended_run TO scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (4);
