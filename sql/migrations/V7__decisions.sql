-- What became of the scheduler's transactions, durable with what it proves; run after V6, in the same way.

-- A transaction writes its row itself, so the row is there exactly if the transaction has committed. Its id is random: PostgreSQL gives a
-- transaction id, or a value of a sequence, again if it crashes before either is on the disk.
CREATE TABLE scheduler.decision (
  id          uuid        PRIMARY KEY,
  node        text        NOT NULL,
  outcome     text        NOT NULL DEFAULT 'committed' CHECK (outcome IN ('committed', 'aborted')),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX decision_recorded ON scheduler.decision (recorded_at);
COMMENT ON COLUMN scheduler.decision.node IS 'the node that wrote the row';
COMMENT ON COLUMN scheduler.decision.outcome IS 'aborted: a node found no row, and wrote this one so that the transaction cannot commit any more';

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
GRANT SELECT, INSERT, DELETE ON scheduler.decision TO scheduler_xa;
GRANT SELECT ON scheduler.decision TO scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (7);
