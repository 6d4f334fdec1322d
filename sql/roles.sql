-- The database roles, made once per cluster by a superuser:  psql -d DATABASE -f sql/roles.sql
-- Passwords are not in this file: set them with  \password ROLE  or with what your platform offers.

-- Owns the schema and runs the migrations; no application connects with it.
CREATE ROLE scheduler_owner LOGIN;
-- The XA pool: registration and dispatch.
CREATE ROLE scheduler_xa LOGIN;
-- The lease pool, never XA: a node that is prepared but not committed must not hold the lease row.
CREATE ROLE scheduler_lease LOGIN;
-- People and dashboards.
CREATE ROLE scheduler_read LOGIN;

-- A host that vanished inside a tick gives the lease row back: nodes shorten this to their failover interval.
ALTER ROLE scheduler_lease SET idle_in_transaction_session_timeout = '10s';
-- A host that vanished is noticed by its silence, and its session, which proves that a node lives, is ended.
ALTER ROLE scheduler_lease SET tcp_keepalives_idle = 2;
ALTER ROLE scheduler_lease SET tcp_keepalives_interval = 1;
ALTER ROLE scheduler_lease SET tcp_keepalives_count = 3;
ALTER ROLE scheduler_lease SET tcp_user_timeout = '5s';
-- A follower finds the lease row locked with every tick. That is no news for the server's log; nodes log what matters.
ALTER ROLE scheduler_lease SET log_min_messages = 'fatal';
-- A vanished host gives back the rows that it has locked, too; so does a transaction that is idle for so long.
ALTER ROLE scheduler_xa SET idle_in_transaction_session_timeout = '150s';
ALTER ROLE scheduler_xa SET tcp_keepalives_idle = 10;
ALTER ROLE scheduler_xa SET tcp_keepalives_interval = 5;
ALTER ROLE scheduler_xa SET tcp_keepalives_count = 3;
ALTER ROLE scheduler_lease SET lock_timeout = '2s';
-- A row that an in-doubt transaction holds must not hold up a session for ever.
ALTER ROLE scheduler_xa SET lock_timeout = '10s';
-- Each statement of the scheduler reads a few rows by an index. Before a table that fills and empties has
-- been analyzed, the planner would rather sort the whole backlog for each batch: 20 to 40 ms instead of 5.
ALTER ROLE scheduler_xa SET enable_seqscan = off;
ALTER ROLE scheduler_xa SET enable_bitmapscan = off;
ALTER ROLE scheduler_xa SET enable_sort = off;
-- Nodes read with this role, too, by at most 8 sessions each. A forgotten session of a person holds up no vacuum,
-- and a runaway query no processor.
ALTER ROLE scheduler_read CONNECTION LIMIT 60;
ALTER ROLE scheduler_read SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE scheduler_read SET statement_timeout = '60s';
-- Only a superuser can change this one: sorts and hashes of a session spill no more than this to the disk.
ALTER ROLE scheduler_read SET temp_file_limit = '1GB';
-- Before PostgreSQL 18 a step that is switched off counts as 10^10, and a statement as expensive as that is compiled first,
-- each time: seen with PostgreSQL 15, half a second for a sort of two values. Registrations are sorted.
ALTER ROLE scheduler_xa SET jit = off;

DO $$
DECLARE
  lock_function regprocedure;
BEGIN
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO scheduler_owner', current_database());
  -- Any role could fill the disk with temporary tables and large objects. Grant it anew to other applications that need it
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
  -- Advisory locks have no owner and no limit: any role could fill the lock table of the cluster, and nobody could lock a row any more.
  -- Flyway takes them as scheduler_owner
  FOR lock_function IN SELECT p.oid::regprocedure FROM pg_proc p
                        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~ '^pg_(try_)?advisory_' LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', lock_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO scheduler_owner', lock_function);
  END LOOP;
  -- The lock table is that of the cluster, and rights to functions are those of one database. For databases that
  -- applications use, there is other-database.sql
  REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO scheduler_xa, scheduler_lease, scheduler_read', current_database());
END
$$;
