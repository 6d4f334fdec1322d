-- Users of the REST API managed by it; run after V18, in the same way.

ALTER TABLE scheduler.api_user ADD COLUMN locked_at timestamptz;
COMMENT ON COLUMN scheduler.api_user.locked_at IS 'since when the user cannot log in; null: the user can';
GRANT INSERT (name, role, password_hash), UPDATE (role, password_hash, locked_at), DELETE ON scheduler.api_user TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (19);
