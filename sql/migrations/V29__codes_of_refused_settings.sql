-- Settings of worker queues that SQL sets, and the checks of the table do not allow, are refused with a code; run after V28, in the
-- same way. docs/limits.md

-- Each check is evaluated before PostgreSQL does it, to say more than its name. A new one needs nothing here.
CREATE FUNCTION scheduler.check_worker_queue() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  rule record;
  allowed boolean;
BEGIN
  FOR rule IN
    SELECT pg_catalog.pg_get_expr(c.conbin, c.conrelid) AS condition, a.attname AS setting,
           coalesce('. It is ' || pg_catalog.col_description(c.conrelid, a.attnum), '') AS description
      FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.conrelid = TG_RELID AND c.contype = 'c'
     ORDER BY a.attnum
  LOOP
    EXECUTE format('SELECT %s FROM (SELECT ($1).*) q', rule.condition) INTO allowed USING NEW;
    IF NOT allowed THEN
      RAISE EXCEPTION 'SCHED-0875 % of worker queue % is %, but must be such that %',
        rule.setting, left(NEW.name, 200), left(to_jsonb(NEW) ->> rule.setting, 100), rule.condition || rule.description
        USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION scheduler.check_worker_queue IS 'refuses settings that the checks of the table do not allow, and tells what is allowed';
REVOKE EXECUTE ON FUNCTION scheduler.check_worker_queue() FROM PUBLIC;
CREATE TRIGGER worker_queue_checked BEFORE INSERT OR UPDATE ON scheduler.worker_queue FOR EACH ROW
  EXECUTE FUNCTION scheduler.check_worker_queue();

INSERT INTO scheduler.schema_version (version) VALUES (29);
