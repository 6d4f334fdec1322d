-- Jobs that wait for another attempt by a retry policy are found by their failure; run after V43, in the same way.

-- A job that has not failed is in no such index.
CREATE INDEX job_failed ON scheduler.job (eligible_at) WHERE last_error IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (44);
