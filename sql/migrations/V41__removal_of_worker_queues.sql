-- Worker queues are taken off the allow-list by the REST API; run after V40, in the same way.

-- Whoever registers reads the allow-list first, which locks the table until its transaction ends. So this waits for
-- all jobs that are being registered, and none is registered until the removal has committed (ADR 0067).
CREATE FUNCTION scheduler.lock_allow_list() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  LOCK TABLE scheduler.worker_queue IN ACCESS EXCLUSIVE MODE;
END
$$;
COMMENT ON FUNCTION scheduler.lock_allow_list IS 'for nodes, before remove_worker_queue: waits at most a second for registrations, and has later ones wait until the transaction ends';

-- With its owner's rights, so that no statement of a node can delete more than one row.
CREATE FUNCTION scheduler.remove_worker_queue(queue_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  DELETE FROM scheduler.worker_queue q WHERE q.name = queue_name
$$;
COMMENT ON FUNCTION scheduler.remove_worker_queue IS 'for nodes: takes a worker queue off the allow-list';

REVOKE EXECUTE ON FUNCTION scheduler.lock_allow_list(), scheduler.remove_worker_queue(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.lock_allow_list(), scheduler.remove_worker_queue(text) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (41);
