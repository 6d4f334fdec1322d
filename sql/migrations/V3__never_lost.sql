-- Proof of death, and transactions in doubt; run after V2, in the same way.

-- The database session that last renewed the lease. When it has ended, the holder has died or lost the database:
-- another node takes over at once. The failover interval remains for what cannot be proven.
ALTER TABLE scheduler.lease ADD COLUMN session_pid integer, ADD COLUMN session_started_at timestamptz;
COMMENT ON COLUMN scheduler.lease_history.reason IS 'why the holder could take the lease: never held, released, the holder''s database session is gone, failover interval passed';

-- Transactions that are prepared in the database or at the broker, side by side, as the leader last saw them.
CREATE TABLE scheduler.in_doubt (
  gtrid         text        PRIMARY KEY,
  node          text        NOT NULL,
  database_gid  text,
  broker_xid    text,
  verdict       text        NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN scheduler.in_doubt.gtrid IS 'global transaction id in hexadecimal digits';
COMMENT ON COLUMN scheduler.in_doubt.node IS 'the node that prepared it and knows what was decided';
COMMENT ON COLUMN scheduler.in_doubt.database_gid IS 'as in pg_prepared_xacts; null: not prepared in the database';
COMMENT ON COLUMN scheduler.in_doubt.broker_xid IS 'as the broker''s management lists it, in base64; null: not prepared at the broker';
COMMENT ON COLUMN scheduler.in_doubt.verdict IS 'what the watch makes of it';

-- What was ended by anybody else than the transaction manager that began it.
CREATE TABLE scheduler.in_doubt_resolution (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  resolved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_by text        NOT NULL,
  gtrid       text        NOT NULL,
  node        text        NOT NULL,
  action      text        NOT NULL,
  reason      text        NOT NULL
);

-- Nodes that will never come back with their transaction log; see docs/operations.md.
CREATE TABLE scheduler.gone_node (
  node        text        PRIMARY KEY,
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  declared_by text        NOT NULL DEFAULT session_user,
  reason      text        NOT NULL
);

CREATE FUNCTION scheduler.is_live(node_name text) RETURNS boolean LANGUAGE sql STABLE AS
$$
  SELECT EXISTS (SELECT 1 FROM pg_stat_activity a
                  WHERE a.datname = current_database() AND a.usename = 'scheduler_lease' AND a.application_name = node_name)
$$;
COMMENT ON FUNCTION scheduler.is_live IS 'whether a node of this name has a database session: each node keeps one for the lease';

CREATE FUNCTION scheduler.declare_gone(node_name text, why text) RETURNS text LANGUAGE plpgsql AS
$$
BEGIN
  IF scheduler.is_live(node_name) THEN
    RAISE EXCEPTION 'SCHED-0610 node % is alive: it has a database session; stop it first', node_name;
  END IF;
  IF coalesce(trim(why), '') = '' THEN
    RAISE EXCEPTION 'SCHED-0611 say why node % will not come back with its transaction log', node_name;
  END IF;
  INSERT INTO scheduler.gone_node (node, reason) VALUES (node_name, why)
  ON CONFLICT (node) DO UPDATE SET declared_at = clock_timestamp(), declared_by = session_user, reason = why;
  RETURN format('%s transactions of node %s are in doubt; the leader ends them within half a minute: SELECT * FROM scheduler.in_doubt_resolution',
                (SELECT count(*) FROM scheduler.in_doubt d WHERE d.node = node_name), node_name);
END
$$;
COMMENT ON FUNCTION scheduler.declare_gone IS 'declares that a node and its transaction log are lost for ever, so that what it left prepared may be ended without it';

GRANT SELECT ON scheduler.in_doubt, scheduler.in_doubt_resolution, scheduler.gone_node TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.in_doubt TO scheduler_xa;
GRANT INSERT ON scheduler.in_doubt_resolution TO scheduler_xa;
GRANT DELETE ON scheduler.gone_node TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (3);
