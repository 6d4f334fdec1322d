-- Evidence for the broker's branch that cannot carry a decision; run after V28, in the same way.

ALTER TABLE scheduler.decision ADD COLUMN consumed text;
COMMENT ON COLUMN scheduler.decision.consumed IS 'the registration or report (JMSMessageID) with which the container began the transaction; its branch at the broker has no marker';

INSERT INTO scheduler.schema_version (version) VALUES (29);
