-- Checkpoints and log lines of runs; run after V47, in the same way. docs/executions.md

-- Apart, for a report of most workers has neither: the row of the execution stays small.
CREATE TABLE scheduler.execution_note (
  fire_id            uuid        PRIMARY KEY,
  checkpoint         text,
  checkpoint_attempt smallint,
  checkpoint_at      timestamptz,
  log                jsonb       NOT NULL DEFAULT '[]'
) WITH (fillfactor = 70);
COMMENT ON TABLE scheduler.execution_note IS 'what the worker of a run has noted: its checkpoint for the next attempt, and its last lines for people';
COMMENT ON COLUMN scheduler.execution_note.checkpoint IS 'one JSON value; the next attempt gets it with its delivery';
COMMENT ON COLUMN scheduler.execution_note.checkpoint_attempt IS 'which attempt has saved the checkpoint, from 1';
COMMENT ON COLUMN scheduler.execution_note.log IS 'the last lines, the oldest first: when they were stored, by which attempt, text';
GRANT SELECT ON scheduler.execution_note TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.execution_note TO scheduler_xa;

ALTER TABLE scheduler.job ADD COLUMN checkpoint text;
COMMENT ON COLUMN scheduler.job.checkpoint IS 'only of a run that is sent again: what an earlier attempt has saved, one JSON value';

INSERT INTO scheduler.schema_version (version) VALUES (48);
