-- Indexes and a constraint of columns of V17 and V22; run after V22, in the same way.

-- Not in those: a change of the table locks it for reads too, and would do so until its rows are read. Nor with an index of another
-- table: a node that has written to one and waits for the other would hold up the migration, which holds it up.
CREATE INDEX job_share ON scheduler.job (queue, share_key, eligible_at, priority DESC) WHERE share_key IS NOT NULL;
-- No other job is in it, so a registration writes to no further index
CREATE INDEX job_to_cancel ON scheduler.job (id) WHERE waits_for = 0;

ALTER TABLE scheduler.job VALIDATE CONSTRAINT job_waits_for_check;

INSERT INTO scheduler.schema_version (version) VALUES (23);
