-- Names of deleted users are not given again; run after V41, in the same way.

CREATE TABLE scheduler.former_user (
  name       text        PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_by text        NOT NULL
);
COMMENT ON TABLE scheduler.former_user IS 'users that were deleted by the REST API: their jobs, runs and requests bear their names, so no other user may have one of these; to give a name again, delete its row when nothing of that user is left';
GRANT SELECT, INSERT (name, deleted_by) ON scheduler.former_user TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (42);
