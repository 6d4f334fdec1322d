-- Scheduled messages of each worker queue at the broker; run after V42, in the same way.

ALTER TABLE scheduler.worker_queue_backlog ADD COLUMN scheduled bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN scheduler.worker_queue_backlog.scheduled IS 'messages that the broker delivers later: dispatched early, or for another attempt';

INSERT INTO scheduler.schema_version (version) VALUES (43);
