-- Who mended a row of the quarantine, limits of what it keeps, and definitions of jobs; run after V36, in the same way.

ALTER TABLE scheduler.quarantine ADD COLUMN mended_by text;
COMMENT ON COLUMN scheduler.quarantine.mended_by IS 'user of the REST API who last changed the message: the registrant when it is resubmitted; null: as it was sent';

DROP FUNCTION scheduler.mend_quarantined(bigint, text, text, text, bytea);
-- With its owner's rights, so that no statement of a node can change what was sent in more than one row.
CREATE FUNCTION scheduler.mend_quarantined(quarantine_id bigint, mender text, new_queue text, new_properties text, new_type text, new_body bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  UPDATE scheduler.quarantine
     SET mended_by = mender,
         queue = coalesce(new_queue, queue),
         properties = coalesce(new_properties, properties),
         message_type = coalesce(new_type, message_type),
         body = CASE WHEN new_type IS NULL THEN body ELSE new_body END
   WHERE id = quarantine_id AND mender IS NOT NULL;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.mend_quarantined IS 'for nodes: changes one row; null leaves a value as it is, new_type and new_body go together';
REVOKE EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, text, bytea) TO scheduler_xa;

-- With its owner's rights: a node deletes neither jobs nor rows within the limits, whatever limits it gives.
CREATE FUNCTION scheduler.prune_quarantine(older_than interval, max_rows integer, max_bytes integer, most integer)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
DECLARE
  pruned integer;
BEGIN
  DELETE FROM scheduler.quarantine WHERE id IN (
    SELECT r.id
      FROM (SELECT q.id, q.quarantined_at, q.resubmit_requested_at,
                   row_number() OVER latest AS place,
                   sum(octet_length(q.properties)::bigint + coalesce(octet_length(q.body), 0)) OVER latest AS bytes
              FROM scheduler.quarantine q WHERE q.stage = 'registration'
            WINDOW latest AS (PARTITION BY q.sent_by ORDER BY q.id DESC)) r
     WHERE r.resubmit_requested_at IS NULL
       AND (r.quarantined_at < clock_timestamp() - greatest(older_than, interval 'P7D')
            OR r.place > greatest(max_rows, 1000) OR r.bytes > greatest(max_bytes, 16777216))
     ORDER BY r.id LIMIT most);
  GET DIAGNOSTICS pruned = ROW_COUNT;
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_quarantine IS 'for nodes: deletes messages that never were jobs, the old ones and the oldest of a login that has too many; at least a week, 1000 rows and 16 MiB are kept';
REVOKE EXECUTE ON FUNCTION scheduler.prune_quarantine(interval, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_quarantine(interval, integer, integer, integer) TO scheduler_xa;

-- Who may not read a definition does not read it in a job either
ALTER TABLE scheduler.job ADD COLUMN definition text;
COMMENT ON COLUMN scheduler.job.definition IS 'the definition that it named when it was registered, so that payload and properties may be those of the definition; null: it named none';
UPDATE scheduler.job j SET definition = s.definition
  FROM scheduler.schedule s WHERE s.definition IS NOT NULL AND j.queue = s.queue AND j.job_id = s.job_id;

INSERT INTO scheduler.schema_version (version) VALUES (37);
