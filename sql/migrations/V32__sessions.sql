-- Placeholder: another branch brings this migration.
INSERT INTO scheduler.schema_version (version) VALUES (32);
