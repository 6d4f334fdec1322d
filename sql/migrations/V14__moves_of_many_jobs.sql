-- Batch operations move jobs by an offset, and choose jobs by a property; run after V13, in the same way. docs/rest.md

-- Stop the nodes of the version before while a move by an offset or a choice by a property runs: they know neither.
ALTER TABLE scheduler.batch_operation
  ADD COLUMN due_offset text,
  ADD COLUMN property text;
COMMENT ON COLUMN scheduler.batch_operation.due_offset IS 'of reschedule: by how much, in ISO 8601, if not to due_at';
COMMENT ON COLUMN scheduler.batch_operation.property IS 'name:value of a property that each job has; its queue is given, and a due time';

INSERT INTO scheduler.schema_version (version) VALUES (14);
