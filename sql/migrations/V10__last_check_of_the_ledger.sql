-- What the leader found at its last check of the ledger, for the overview of each node; run after V9, in the same way. docs/rest.md

CREATE TABLE scheduler.ledger_check (
  latest     boolean     PRIMARY KEY DEFAULT true CHECK (latest),
  difference bigint      NOT NULL,
  checked_at timestamptz NOT NULL
);
COMMENT ON TABLE scheduler.ledger_check IS 'one row, or none before the first check';
COMMENT ON COLUMN scheduler.ledger_check.difference IS 'as of view ledger';
GRANT SELECT, INSERT, UPDATE ON scheduler.ledger_check TO scheduler_xa;
GRANT SELECT ON scheduler.ledger_check TO scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (10);
