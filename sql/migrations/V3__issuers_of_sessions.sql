-- The OpenID provider of a session; run after V2, in the same way. docs/security.md

ALTER TABLE scheduler.api_session
  ADD COLUMN issuer text CHECK (issuer IS NULL OR issuer_user IS NOT NULL);
COMMENT ON COLUMN scheduler.api_session.issuer IS 'the OpenID provider that has named the user; null in a session that a node of an earlier version has opened';
GRANT INSERT (issuer) ON scheduler.api_session TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (3);
