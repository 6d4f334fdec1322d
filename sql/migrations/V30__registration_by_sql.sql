-- Registration in an application's own database transaction, without XA; run after V29, in the same way.

CREATE TABLE scheduler.sql_registration (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  requested_by text        NOT NULL DEFAULT session_user,
  properties   jsonb       NOT NULL,
  body         text        NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.sql_registration IS 'what applications ask for by scheduler.register; a row leaves in the transaction that stores its job, or keeps it in quarantine';
COMMENT ON COLUMN scheduler.sql_registration.requested_at IS 'send time of the intent: the later intent wins, and a delay counts from it';
COMMENT ON COLUMN scheduler.sql_registration.requested_by IS 'login at the database; needs a row in scheduler.registration_grant';
COMMENT ON COLUMN scheduler.sql_registration.properties IS 'as of a message to scheduler.jobs';
-- A row is locked with the right to update
GRANT SELECT, DELETE, UPDATE (requested_at) ON scheduler.sql_registration TO scheduler_xa;
GRANT SELECT ON scheduler.sql_registration TO scheduler_read;

-- With its owner's rights: whoever may call it can neither read nor change what others ask for.
CREATE FUNCTION scheduler.register(properties jsonb, body text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  request bigint;
BEGIN
  IF properties IS NULL OR jsonb_typeof(properties) <> 'object' THEN
    RAISE EXCEPTION 'SCHED-0174 the properties are %, but must be a JSON object like {"scheduler_queue": "order-check", "scheduler_jobId": "4711", "scheduler_delay": "PT30M"}',
      coalesce(jsonb_typeof(properties), 'null');
  END IF;
  IF jsonb_path_exists(properties, 'strict $.* ? (@.type() == "array" || @.type() == "object")', silent => true) THEN
    RAISE EXCEPTION 'SCHED-0175 a property is an array or an object, but must be a text, a number, true or false: %', properties;
  END IF;
  IF properties ->> 'scheduler_op' = 'scheduleAll' THEN
    RAISE EXCEPTION 'SCHED-0176 scheduler.register takes one job at a time: for many, call it in a SELECT from the table that has them';
  END IF;
  INSERT INTO scheduler.sql_registration (properties, body) VALUES (properties, coalesce(body, '')) RETURNING id INTO request;
  RETURN request;
END
$$;
COMMENT ON FUNCTION scheduler.register IS 'registers, replaces or cancels a job when the current transaction commits: properties and body are those of a message to scheduler.jobs';
REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM PUBLIC;

INSERT INTO scheduler.schema_version (version) VALUES (30);
