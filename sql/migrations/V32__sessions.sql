-- Placeholder: sessions; run after V31, in the same way.

INSERT INTO scheduler.schema_version (version) VALUES (32);
