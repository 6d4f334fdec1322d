-- Sessions of users whom an OpenID provider names; run after V56, in the same way. docs/security.md

ALTER TABLE scheduler.api_session
  ALTER COLUMN user_name DROP NOT NULL,
  ADD COLUMN issuer_user text,
  ADD COLUMN issuer_role text CHECK (issuer_role IN ('viewer', 'submitter', 'operator', 'admin')),
  ADD CONSTRAINT api_session_user_check
      CHECK ((user_name IS NULL) = (issuer_user IS NOT NULL) AND (issuer_user IS NULL) = (issuer_role IS NULL));
COMMENT ON COLUMN scheduler.api_session.user_name IS 'user with a row in api_user; null if an OpenID provider names the user';
COMMENT ON COLUMN scheduler.api_session.issuer_user IS 'user whom an OpenID provider names, who has no row in api_user even if one has the same name';
COMMENT ON COLUMN scheduler.api_session.issuer_role IS 'the highest role of the groups of that user at the login';
GRANT INSERT (issuer_user, issuer_role) ON scheduler.api_session TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (57);
