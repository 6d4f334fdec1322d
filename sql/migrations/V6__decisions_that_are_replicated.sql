-- The outcome of a transaction is told when a synchronous standby has it too; run after V5, in the same way. docs/adr/0120-the-database-may-fail-over.md

-- The row of a transaction can be seen before a synchronous standby has it, if the server has restarted while the commit waited for the standby.
-- The answer writes to the log itself, so that its own commit waits for the standby.
CREATE OR REPLACE FUNCTION scheduler.decide(decision uuid, decider text) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '200ms' SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO scheduler.decision (id, node, outcome) VALUES (decision, decider, 'aborted') ON CONFLICT (id) DO NOTHING;
  IF NOT FOUND THEN
    PERFORM pg_logical_emit_message(true, 'scheduler', '');
  END IF;
  RETURN (SELECT d.outcome FROM scheduler.decision d WHERE d.id = decision);
EXCEPTION WHEN lock_not_available THEN
  RETURN 'in progress';
END
$$;

INSERT INTO scheduler.schema_version (version) VALUES (6);
