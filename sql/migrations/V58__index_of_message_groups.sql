-- What a pause of a message group changes, and its end; run after V57, in the same way. Jobs can be read, but not written while it builds. docs/adr/0101

CREATE INDEX job_group ON scheduler.job (group_key) WHERE group_key IS NOT NULL AND resumes_at IS NULL;
CREATE INDEX job_of_paused_group ON scheduler.job (group_key) WHERE resumes_at IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (58);
