-- What each node tells of itself; run after V46, in the same way.

CREATE TABLE scheduler.node (
  name         text        PRIMARY KEY,
  version      text        NOT NULL,
  started_at   timestamptz NOT NULL,
  seen_at      timestamptz NOT NULL,
  clock_offset interval    NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE scheduler.node IS 'nodes that run, and those that ended without a stop less than a day ago; each node writes its row every 15 seconds';
COMMENT ON COLUMN scheduler.node.version IS 'of the scheduler';
COMMENT ON COLUMN scheduler.node.started_at IS 'by the clock of the database, as seen_at';
COMMENT ON COLUMN scheduler.node.clock_offset IS 'how far the clock of the node is ahead of that of the database; negative if it is behind';
GRANT SELECT, INSERT, DELETE, UPDATE (version, started_at, seen_at, clock_offset) ON scheduler.node TO scheduler_xa;
GRANT SELECT ON scheduler.node TO scheduler_read;

CREATE OR REPLACE VIEW scheduler.node_status AS
SELECT n.name, scheduler.is_live(n.name) AS live,
       ARRAY(SELECT l.partition FROM scheduler.lease_status l WHERE l.holder = n.name AND l.state = 'held' ORDER BY l.partition) AS leads,
       (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = n.name) AS in_doubt,
       g.declared_at AS gone_since, t.version, t.started_at, t.seen_at, t.clock_offset
  FROM (SELECT a.application_name AS name FROM pg_stat_activity a
         WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name <> ''
        UNION SELECT holder FROM scheduler.lease WHERE holder IS NOT NULL
        UNION SELECT node FROM scheduler.in_doubt
        UNION SELECT node FROM scheduler.gone_node
        UNION SELECT name FROM scheduler.node WHERE seen_at > (SELECT clock_timestamp() - interval 'P1D')) n
  LEFT JOIN scheduler.gone_node g ON g.node = n.name
  LEFT JOIN scheduler.node t ON t.name = n.name;
COMMENT ON VIEW scheduler.node_status IS 'nodes with a database session, and those that hold a lease, left something in doubt, ended without a stop less than a day ago, or were declared gone';

INSERT INTO scheduler.schema_version (version) VALUES (47);
