-- The backlog of each worker queue at the broker; run after V34, in the same way.

CREATE TABLE scheduler.worker_queue_backlog (
  queue        text        PRIMARY KEY,
  messages     bigint      NOT NULL,
  delivering   bigint      NOT NULL,
  consumers    integer     NOT NULL,
  oldest_at    timestamptz,
  dead_letters bigint      NOT NULL,
  seen_at      timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.worker_queue_backlog IS 'what the leader last saw of each worker queue at the broker; a queue that the broker does not have has no row';
COMMENT ON COLUMN scheduler.worker_queue_backlog.messages IS 'all messages in the queue, also those that are being delivered or wait for a later delivery';
COMMENT ON COLUMN scheduler.worker_queue_backlog.delivering IS 'messages that consumers have and have not acknowledged';
COMMENT ON COLUMN scheduler.worker_queue_backlog.oldest_at IS 'send time of the first message that is not being delivered; null if there is none, or if the broker does not tell';
COMMENT ON COLUMN scheduler.worker_queue_backlog.dead_letters IS 'rows of the quarantine in stage execution: messages that the workers of the queue could not process';
COMMENT ON COLUMN scheduler.worker_queue_backlog.seen_at IS 'written at least once a minute while the broker answers; an older row is out of date';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.worker_queue_backlog TO scheduler_xa;
GRANT SELECT ON scheduler.worker_queue_backlog TO scheduler_read;

-- Dead letters are counted several times a minute; the quarantine may be large
CREATE INDEX quarantine_dead_letters ON scheduler.quarantine (queue) WHERE stage = 'execution';

INSERT INTO scheduler.schema_version (version) VALUES (35);
