-- Lines of messages with many jobs, in the quarantine; run after V4, in the same way.

ALTER TABLE scheduler.quarantine ADD COLUMN line integer CHECK (line > 0);
COMMENT ON COLUMN scheduler.quarantine.line IS 'of a message with many jobs only this line, counted from 1, was refused: body is the line, properties are those of the message';
COMMENT ON COLUMN scheduler.job.message_id IS 'JMSMessageID of the registration; of a message with many jobs with # and the number of the line behind it';

INSERT INTO scheduler.schema_version (version) VALUES (5);
