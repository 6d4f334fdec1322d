-- An index of a column of V17; run after V23, in the same way, and alone for the same reason.

CREATE INDEX execution_limited_by_key ON scheduler.execution (queue, share_key)
  WHERE is_limited AND ended_at IS NULL AND share_key IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (24);
