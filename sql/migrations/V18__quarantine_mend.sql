-- Rows of the quarantine mended by the REST API; run after V17, in the same way.

-- With its owner's rights, so that no statement of a node can change what was sent in more than one row.
CREATE FUNCTION scheduler.mend_quarantined(quarantine_id bigint, new_queue text, new_properties text, new_type text, new_body bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  UPDATE scheduler.quarantine
     SET queue = coalesce(new_queue, queue),
         properties = coalesce(new_properties, properties),
         message_type = coalesce(new_type, message_type),
         body = CASE WHEN new_type IS NULL THEN body ELSE new_body END
   WHERE id = quarantine_id;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.mend_quarantined IS 'for nodes: changes one row; null leaves a value as it is, new_type and new_body go together';
REVOKE EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.mend_quarantined(bigint, text, text, text, bytea) TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (18);
