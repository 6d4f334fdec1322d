-- Placeholder: runs; run after V32, in the same way.

INSERT INTO scheduler.schema_version (version) VALUES (33);
