-- Requests of the REST API that are done once, and pruning of what the API has written; run after V16, in the same way.

CREATE TABLE scheduler.idempotency_key (
  login       text        NOT NULL,
  key         text        NOT NULL,
  request     bytea       NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status      smallint,
  answer      text,
  location    text,
  PRIMARY KEY (login, key)
);
COMMENT ON TABLE scheduler.idempotency_key IS 'requests with an Idempotency-Key, and what they were answered, written in the transaction of what they do';
COMMENT ON COLUMN scheduler.idempotency_key.request IS 'SHA-256 of path and body';
CREATE INDEX idempotency_key_recorded ON scheduler.idempotency_key (recorded_at);
GRANT SELECT, INSERT, DELETE, UPDATE (status, answer, location) ON scheduler.idempotency_key TO scheduler_xa;

CREATE INDEX batch_operation_ended ON scheduler.batch_operation (ended_at) WHERE ended_at IS NOT NULL;
GRANT DELETE ON scheduler.batch_operation TO scheduler_xa;

CREATE INDEX audit_changed ON scheduler.audit (changed_at);

-- With its owner's rights: a node deletes old rows, and cannot delete what was changed lately.
CREATE FUNCTION scheduler.prune_audit(older_than interval, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  pruned integer;
BEGIN
  DELETE FROM scheduler.audit WHERE id IN (
    SELECT a.id FROM scheduler.audit a
     WHERE a.changed_at < clock_timestamp() - greatest(older_than, interval 'P7D')
     ORDER BY a.changed_at LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_audit IS 'for nodes: deletes rows of the audit that are older than the given age, and than a week';
REVOKE EXECUTE ON FUNCTION scheduler.prune_audit(interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_audit(interval, integer) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (17);
