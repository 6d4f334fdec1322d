-- For another database of the same cluster whose logins nobody should have to trust, run by a superuser:
--   psql -d OTHER -f sql/other-database.sql
-- The disk and the lock table are those of the whole cluster, but rights belong to one database:
-- roles.sql guards only that of the scheduler.

DO $$
DECLARE
  lock_function regprocedure;
BEGIN
  -- Roles without a business in this database stay out of it. Grant CONNECT to those of its applications
  EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  -- As in the scheduler's database. Grant what an application needs to its role alone: Flyway needs advisory locks
  REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
  FOR lock_function IN SELECT p.oid::regprocedure FROM pg_proc p
                        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname ~ '^pg_(try_)?advisory_' LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', lock_function);
  END LOOP;
END
$$;
