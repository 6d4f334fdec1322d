-- Schemas that the payloads of jobs must match that name a definition; run after V1, in the same way. docs/rest.md

ALTER TABLE scheduler.definition
  ADD COLUMN input_schema text CHECK (octet_length(input_schema) BETWEEN 1 AND 65536),
  ADD COLUMN input_schema_id text,
  ADD CHECK ((input_schema IS NULL) = (input_schema_id IS NULL));
COMMENT ON COLUMN scheduler.definition.input_schema IS 'JSON Schema that payloads of jobs that name it from now on must match, beside that of the queue; docs/wire-contract.md';
COMMENT ON COLUMN scheduler.definition.input_schema_id IS 'SHA-256 of the schema, by which nodes recognize a change';

-- Each batch of registrations reads these two columns
CREATE INDEX definition_input_schema ON scheduler.definition (name, input_schema_id) WHERE input_schema_id IS NOT NULL;

INSERT INTO scheduler.schema_version (version) VALUES (2);
