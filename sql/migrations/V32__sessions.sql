-- Sessions of browsers, and grants managed by the REST API; run after V31, in the same way.

CREATE TABLE scheduler.api_session (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash   bytea       NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  user_name    text        NOT NULL REFERENCES scheduler.api_user (name) ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz NOT NULL,
  address      text        NOT NULL,
  user_agent   text
);
CREATE INDEX api_session_user ON scheduler.api_session (user_name);
COMMENT ON TABLE scheduler.api_session IS 'browsers that are logged in to the REST API; a leader deletes sessions that have expired';
COMMENT ON COLUMN scheduler.api_session.token_hash IS 'SHA-256 of the token in the cookie; the token itself is stored nowhere';
COMMENT ON COLUMN scheduler.api_session.last_seen_at IS 'a request with the cookie, written at most once a minute; the idle limit counts from it';
COMMENT ON COLUMN scheduler.api_session.expires_at IS 'the absolute limit';
COMMENT ON COLUMN scheduler.api_session.address IS 'from which the login came; that of a proxy if there is one';
GRANT SELECT, INSERT (token_hash, user_name, expires_at, address, user_agent), UPDATE (last_seen_at), DELETE
   ON scheduler.api_session TO scheduler_xa;

-- Whoever changes a user, by the API or by SQL, ends its sessions in the same transaction.
CREATE FUNCTION scheduler.end_sessions() RETURNS trigger
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
BEGIN
  DELETE FROM scheduler.api_session WHERE user_name = NEW.name;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION scheduler.end_sessions IS 'trigger of api_user: a changed password, role or lock ends the sessions of the user';
REVOKE EXECUTE ON FUNCTION scheduler.end_sessions() FROM PUBLIC;
CREATE TRIGGER end_sessions AFTER UPDATE OF role, password_hash, locked_at ON scheduler.api_user
FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role
                   OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
                   OR OLD.locked_at IS DISTINCT FROM NEW.locked_at)
EXECUTE FUNCTION scheduler.end_sessions();

GRANT INSERT (login, queue, granted_by), DELETE ON scheduler.registration_grant TO scheduler_xa;
COMMENT ON COLUMN scheduler.registration_grant.granted_by IS 'user of the REST API, or login at the database';

INSERT INTO scheduler.schema_version (version) VALUES (32);
