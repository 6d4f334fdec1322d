-- Definitions of jobs, which schedules name; run after V23, in the same way.

CREATE TABLE scheduler.definition (
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  queue         text        NOT NULL,
  priority      smallint    NOT NULL,
  group_key     text,
  content_type  text,
  properties    text,
  body_is_text  boolean     NOT NULL,
  body          bytea       NOT NULL,
  hash          text        NOT NULL GENERATED ALWAYS AS (
                  md5(priority::text || body_is_text::text || md5(body) || coalesce(md5(group_key), '-')
                      || coalesce(md5(content_type), '-') || coalesce(md5(properties), '-'))) STORED,
  registered_by text,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE scheduler.definition IS 'what a job is, without when; docs/schedules.md';
COMMENT ON COLUMN scheduler.definition.properties IS 'as in table job, in the order of their names';
COMMENT ON COLUMN scheduler.definition.hash IS 'of what the waiting runs of its schedules take from it';

-- The foreign key holds up a delete of the definition, and nothing else, while a registration that names it is open.
ALTER TABLE scheduler.schedule
  ADD COLUMN definition     text REFERENCES scheduler.definition,
  ADD COLUMN filled_with    text,
  ADD COLUMN own_properties text;
COMMENT ON COLUMN scheduler.schedule.definition IS 'the definition that it names; null: it has none';
COMMENT ON COLUMN scheduler.schedule.filled_with IS 'hash of the definition in its waiting run; if it is another one now, a leader changes the run';
COMMENT ON COLUMN scheduler.schedule.own_properties IS 'names of the properties, and body, that the schedule has itself, so that its definition does not change them';
CREATE INDEX schedule_definition ON scheduler.schedule (definition, filled_with) WHERE definition IS NOT NULL;

GRANT SELECT ON scheduler.definition TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.definition TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (24);
