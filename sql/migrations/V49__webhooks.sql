-- Webhooks: lifecycle events by HTTPS; run after V48, in the same way. docs/events.md

CREATE TABLE scheduler.webhook (
  id            bigint      GENERATED ALWAYS AS IDENTITY UNIQUE,
  name          text        PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  url           text        NOT NULL CHECK (length(url) <= 2000 AND url LIKE 'https://%'),
  types         text[]      NOT NULL DEFAULT '{}',
  queues        text[]      NOT NULL DEFAULT '{}',
  retry         text        NOT NULL DEFAULT '10/PT1S*2..PT10M',
  paused        boolean     NOT NULL DEFAULT false,
  registered_by text        NOT NULL,
  failures      integer     NOT NULL DEFAULT 0,
  retry_at      timestamptz,
  last_error    text,
  last_sent_at  timestamptz,
  given_up      bigint      NOT NULL DEFAULT 0
);
COMMENT ON TABLE scheduler.webhook IS 'where the nodes post lifecycle events; docs/events.md';
COMMENT ON COLUMN scheduler.webhook.id IS 'never given again: a new webhook gets no events of a deleted one with its name';
COMMENT ON COLUMN scheduler.webhook.types IS 'types of events such as job.failed; empty for all';
COMMENT ON COLUMN scheduler.webhook.queues IS 'worker queues whose events are sent; empty for all';
COMMENT ON COLUMN scheduler.webhook.retry IS 'a retry policy; after its last attempt an event is given up';
COMMENT ON COLUMN scheduler.webhook.failures IS 'failed attempts of the event that is first in line';
COMMENT ON COLUMN scheduler.webhook.given_up IS 'how many events were given up';

-- No foreign key: the publisher of events must not wait for a change of a webhook, and the deletion of a webhook not for that of its events.
CREATE TABLE scheduler.webhook_event (
  webhook  bigint NOT NULL,
  position bigint NOT NULL,
  id       uuid   NOT NULL,
  body     text   NOT NULL,
  PRIMARY KEY (webhook, position)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
COMMENT ON TABLE scheduler.webhook_event IS 'events that are not yet posted to a webhook, in their order; the leader deletes those of deleted webhooks';

GRANT SELECT ON scheduler.webhook TO scheduler_xa;
-- All but the URL, which often has a secret
GRANT SELECT (id, name, types, queues, retry, paused, registered_by, failures, retry_at, last_error, last_sent_at, given_up) ON scheduler.webhook TO scheduler_read;
GRANT SELECT ON scheduler.webhook_event TO scheduler_xa, scheduler_read;
GRANT INSERT, UPDATE, DELETE ON scheduler.webhook TO scheduler_xa;
GRANT INSERT, DELETE ON scheduler.webhook_event TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (49);
