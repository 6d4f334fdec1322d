-- Duties that operators have taken from nodes; run after V52, in the same way. docs/adr/0100

CREATE TABLE scheduler.node_duty (
  node       text        PRIMARY KEY,
  dispatches boolean     NOT NULL,
  registers  boolean     NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL
);
COMMENT ON TABLE scheduler.node_duty IS 'nodes from which an operator has taken duties; a node without a row has all. Each node reads its row every second';
COMMENT ON COLUMN scheduler.node_duty.dispatches IS 'whether the node may lead partitions';
COMMENT ON COLUMN scheduler.node_duty.registers IS 'whether the node takes registrations from queues and tables; with neither duty it takes no dead letters and no reports either';
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduler.node_duty TO scheduler_xa;
GRANT SELECT ON scheduler.node_duty TO scheduler_read;

CREATE OR REPLACE VIEW scheduler.node_status AS
SELECT n.name, scheduler.is_live(n.name) AS live,
       ARRAY(SELECT l.partition FROM scheduler.lease_status l WHERE l.holder = n.name AND l.state = 'held' ORDER BY l.partition) AS leads,
       (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = n.name) AS in_doubt,
       g.declared_at AS gone_since, t.version, t.started_at, t.seen_at, t.clock_offset,
       coalesce(u.dispatches, true) AS dispatches, coalesce(u.registers, true) AS registers,
       u.changed_at AS drained_at, u.changed_by AS drained_by
  FROM (SELECT a.application_name AS name FROM pg_stat_activity a
         WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name <> ''
        UNION SELECT holder FROM scheduler.lease WHERE holder IS NOT NULL
        UNION SELECT node FROM scheduler.in_doubt
        UNION SELECT node FROM scheduler.gone_node
        UNION SELECT node FROM scheduler.node_duty
        UNION SELECT name FROM scheduler.node WHERE seen_at > (SELECT clock_timestamp() - interval 'P1D')) n
  LEFT JOIN scheduler.gone_node g ON g.node = n.name
  LEFT JOIN scheduler.node_duty u ON u.node = n.name
  LEFT JOIN scheduler.node t ON t.name = n.name;
COMMENT ON VIEW scheduler.node_status IS 'nodes with a database session, and those that hold a lease, left something in doubt, ended without a stop less than a day ago, were drained, or were declared gone';

INSERT INTO scheduler.schema_version (version) VALUES (53);
