-- Users of the REST API, and the audit of their changes; run after V10, in the same way.

CREATE TABLE scheduler.api_user (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$'),
  role          text        NOT NULL CHECK (role IN ('viewer', 'submitter', 'operator', 'admin')),
  password_hash text        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.api_user IS 'who may use the REST API; registration_grant tells for which queues a user may register jobs';
COMMENT ON COLUMN scheduler.api_user.password_hash IS 'PBKDF2 as Jakarta Security writes it: algorithm:iterations:salt:hash';
GRANT SELECT ON scheduler.api_user TO scheduler_xa;

-- With its owner's rights: a node can make the first user, and no other.
CREATE FUNCTION scheduler.create_first_user(user_name text, hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  LOCK TABLE scheduler.api_user IN EXCLUSIVE MODE;
  INSERT INTO scheduler.api_user (name, role, password_hash)
  SELECT user_name, 'admin', hash WHERE NOT EXISTS (SELECT FROM scheduler.api_user);
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.create_first_user IS 'for nodes: creates an administrator unless there is any user already';
REVOKE EXECUTE ON FUNCTION scheduler.create_first_user(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.create_first_user(text, text) TO scheduler_xa;

-- Who changed what; nodes can add to it, and change nothing in it.
CREATE TABLE scheduler.audit (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by text        NOT NULL,
  node       text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  before     jsonb,
  after      jsonb
);
COMMENT ON COLUMN scheduler.audit.before IS 'what the change found; null if there was nothing. Never a payload';
GRANT INSERT ON scheduler.audit TO scheduler_xa;
GRANT SELECT ON scheduler.audit TO scheduler_xa, scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (11);
