-- Which encryption keys each node has; run after V54, in the same way. docs/security.md

ALTER TABLE scheduler.node ADD COLUMN encryption_keys text[];
COMMENT ON COLUMN scheduler.node.encryption_keys IS 'ids of its encryption keys, the one that encrypts first; null: its version does not tell them';
GRANT UPDATE (encryption_keys) ON scheduler.node TO scheduler_xa;

-- A job may be registered on any node that runs, and dispatched by any. The keys of the next jobs are those that are needed soon.
CREATE VIEW scheduler.missing_encryption_key AS
WITH running AS (
  SELECT name, encryption_keys FROM scheduler.node
   WHERE encryption_keys IS NOT NULL AND seen_at > (SELECT clock_timestamp() - interval 'PT1M')),
encrypted AS (
  SELECT name AS queue FROM scheduler.worker_queue WHERE encrypted),
needed AS (
  SELECT e.queue, r.encryption_keys[1] AS key_id FROM encrypted e CROSS JOIN running r WHERE cardinality(r.encryption_keys) > 0
  UNION
  SELECT e.queue, substring(j.properties FROM '"scheduler_encryptedWith": ?"([^"]*)"')
    FROM encrypted e
         CROSS JOIN LATERAL (SELECT n.properties FROM scheduler.job n WHERE n.queue = e.queue ORDER BY n.eligible_at LIMIT 100) j)
SELECT r.name AS node, n.queue, n.key_id
  FROM running r JOIN needed n ON n.key_id <> ALL (r.encryption_keys)
UNION ALL
SELECT r.name, e.queue, NULL
  FROM running r CROSS JOIN encrypted e
 WHERE cardinality(r.encryption_keys) = 0 AND NOT EXISTS (SELECT FROM needed n WHERE n.queue = e.queue AND n.key_id IS NOT NULL);
COMMENT ON VIEW scheduler.missing_encryption_key IS 'nodes that run without a key of an encrypted worker queue: one with which another node encrypts, or with which one of the next 100 jobs is encrypted; key_id is null if no node has a key; docs/security.md';
GRANT SELECT ON scheduler.missing_encryption_key TO scheduler_xa, scheduler_read;

INSERT INTO scheduler.schema_version (version) VALUES (55);
