-- Which open runs are due, for lists that leave out the others; run after V14, in the same way. docs/executions.md

-- A dispatch writes to no index, as due_at does not change then
CREATE INDEX execution_due ON scheduler.execution (due_at) WHERE ended_at IS NULL;

INSERT INTO scheduler.schema_version (version) VALUES (15);
