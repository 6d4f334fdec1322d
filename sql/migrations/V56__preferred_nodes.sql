-- Preferred nodes of partitions, and what nodes need to spread partitions; run after V55, in the same way. docs/adr/0102

CREATE TABLE scheduler.preferred_node (
  partition  text        PRIMARY KEY,
  node       text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL
);
COMMENT ON TABLE scheduler.preferred_node IS 'which node an operator wants to lead a partition while it can; a table of its own, because the holder locks the row of the lease';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.preferred_node TO scheduler_xa;
GRANT SELECT ON scheduler.preferred_node TO scheduler_read;

ALTER TABLE scheduler.lease ADD COLUMN reserved_for text;
COMMENT ON COLUMN scheduler.lease.reserved_for IS 'only of a released lease: the node to which its holder handed it over; others wait for failover_interval';

ALTER TABLE scheduler.node ADD COLUMN partitions text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN scheduler.node.partitions IS 'those that the node may lead, by its settings';
GRANT UPDATE (partitions) ON scheduler.node TO scheduler_xa;

CREATE OR REPLACE VIEW scheduler.lease_status AS
SELECT l.partition, l.holder, l.epoch, l.acquired_at, l.last_run_at, clock_timestamp() - l.last_run_at AS since_last_run, l.failover_interval,
       CASE WHEN l.holder IS NULL THEN 'never held'
            WHEN l.released_at IS NOT NULL THEN 'released'
            WHEN clock_timestamp() - l.last_run_at > l.failover_interval THEN 'expired'
            ELSE 'held' END AS state,
       (SELECT count(*) FROM scheduler.worker_queue q WHERE q.partition = l.partition) AS queues,
       f.node AS preferred_node
  FROM scheduler.lease l
  LEFT JOIN scheduler.preferred_node f USING (partition);

INSERT INTO scheduler.schema_version (version) VALUES (56);
