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
  -- Nodes take each request whole into memory, before they refuse a large body
  max_bytes CONSTANT integer := 16777216;
  max_property_bytes CONSTANT integer := 1572864;
  bytes bigint;
  request bigint;
BEGIN
  IF properties IS NULL OR jsonb_typeof(properties) <> 'object' THEN
    RAISE EXCEPTION 'SCHED-0174 the properties are %, but must be a JSON object with the properties of a message to scheduler.jobs: see docs/wire-contract.md',
      coalesce(jsonb_typeof(properties), 'null');
  END IF;
  IF EXISTS (SELECT FROM jsonb_each(properties)
              WHERE CASE jsonb_typeof(value)
                      WHEN 'array' THEN true
                      WHEN 'object' THEN true
                      WHEN 'number' THEN value::numeric NOT BETWEEN -9223372036854775808 AND 9223372036854775807 OR length(value::text) > 400
                      ELSE false
                    END) THEN
    RAISE EXCEPTION 'SCHED-0175 a property is an array, an object or a number beyond 64 bits or 400 characters, but must be a text, a smaller number, true or false';
  END IF;
  bytes := octet_length(properties::text);
  IF bytes > max_property_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 the properties have % bytes, but may have % at most', bytes, max_property_bytes;
  END IF;
  bytes := bytes + octet_length(coalesce(body, ''));
  IF bytes > max_bytes THEN
    RAISE EXCEPTION 'SCHED-0177 properties and body have % bytes, but may have % at most: keep what is large in a table, and register its key', bytes, max_bytes;
  END IF;
  INSERT INTO scheduler.sql_registration (properties, body) VALUES (properties, coalesce(body, '')) RETURNING id INTO request;
  RETURN request;
END
$$;
COMMENT ON FUNCTION scheduler.register IS 'registers, replaces or cancels a job when the current transaction commits: properties and body are those of a message to scheduler.jobs';
REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM PUBLIC;

INSERT INTO scheduler.schema_version (version) VALUES (30);
