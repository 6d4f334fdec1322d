-- What operators see and change by the REST API; run after V11, in the same way.

CREATE VIEW scheduler.worker_queue_status AS
SELECT q.name, q.partition, q.paused, q.tracked,
       CASE WHEN q.paused THEN 'paused' WHEN q.retry_at > clock_timestamp() THEN 'resting' ELSE 'open' END AS state,
       q.failures, q.retry_at, q.last_error, stored.waiting, counted.due, counted.overdue, counted.oldest_due_at
  FROM scheduler.worker_queue q
       CROSS JOIN LATERAL (
         SELECT count(*) AS waiting FROM (SELECT FROM scheduler.job WHERE queue = q.name LIMIT 1000) j) stored
       CROSS JOIN LATERAL (
         SELECT count(*) AS due,
                count(*) FILTER (WHERE j.eligible_at < (SELECT clock_timestamp() - interval 'PT1S')) AS overdue,
                min(j.due_at) AS oldest_due_at
           FROM (SELECT eligible_at, due_at FROM scheduler.job
                  WHERE queue = q.name AND eligible_at <= (SELECT clock_timestamp())
                  ORDER BY eligible_at LIMIT 1000) j) counted;
COMMENT ON VIEW scheduler.worker_queue_status IS 'the allow-list with what waits in each queue; counts end at 1000';
COMMENT ON COLUMN scheduler.worker_queue_status.waiting IS 'all stored jobs of the queue, the due ones among them';
COMMENT ON COLUMN scheduler.worker_queue_status.overdue IS 'due for more than a second';

CREATE VIEW scheduler.node_status AS
SELECT n.name, scheduler.is_live(n.name) AS live,
       ARRAY(SELECT l.partition FROM scheduler.lease_status l WHERE l.holder = n.name AND l.state = 'held' ORDER BY l.partition) AS leads,
       (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = n.name) AS in_doubt,
       g.declared_at AS gone_since
  FROM (SELECT a.application_name AS name FROM pg_stat_activity a
         WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name <> ''
        UNION SELECT holder FROM scheduler.lease WHERE holder IS NOT NULL
        UNION SELECT node FROM scheduler.in_doubt
        UNION SELECT node FROM scheduler.gone_node) n
  LEFT JOIN scheduler.gone_node g ON g.node = n.name;
COMMENT ON VIEW scheduler.node_status IS 'nodes with a database session, and those that hold a lease, left something in doubt, or were declared gone';

GRANT SELECT ON scheduler.worker_queue_status, scheduler.node_status TO scheduler_read, scheduler_xa;

GRANT INSERT (name, tracked, partition), UPDATE (paused, tracked, partition) ON scheduler.worker_queue TO scheduler_xa;
GRANT UPDATE (resubmit_requested_by) ON scheduler.quarantine TO scheduler_xa;
COMMENT ON COLUMN scheduler.quarantine.resubmit_requested_by IS 'who made the latest request: a database user, or a user of the REST API';

-- With its owner's rights, so that no statement of a node can delete more than one row.
CREATE FUNCTION scheduler.discard_quarantined(quarantine_id bigint) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
  DELETE FROM scheduler.quarantine q WHERE q.id = quarantine_id
  RETURNING jsonb_build_object('stage', q.stage, 'code', q.code, 'queue', q.queue, 'jobId', q.job_id)
$$;
COMMENT ON FUNCTION scheduler.discard_quarantined IS 'for nodes: deletes a row and tells what it was, without its payload; null if there is none';
REVOKE EXECUTE ON FUNCTION scheduler.discard_quarantined(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.discard_quarantined(bigint) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (12);
