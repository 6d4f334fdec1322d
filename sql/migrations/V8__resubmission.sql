-- Resubmission as a request: SQL marks a row of the quarantine, a node registers it; run after V7, in the same way.

ALTER TABLE scheduler.quarantine
  ADD COLUMN resubmit_requested_at timestamptz,
  ADD COLUMN resubmit_requested_by text,
  ADD COLUMN resubmit_refused_at   timestamptz,
  ADD COLUMN resubmit_refusal      text;
CREATE INDEX quarantine_requested ON scheduler.quarantine (resubmit_requested_at, id) WHERE resubmit_requested_at IS NOT NULL;
COMMENT ON COLUMN scheduler.quarantine.resubmit_requested_at IS 'set by scheduler.resubmit; null again once a node has refused to register the row';
COMMENT ON COLUMN scheduler.quarantine.resubmit_requested_by IS 'database user of the latest request';
COMMENT ON COLUMN scheduler.quarantine.resubmit_refused_at IS 'when the latest request was refused';
COMMENT ON COLUMN scheduler.quarantine.resubmit_refusal IS 'code and reason of that refusal; in stage registration column code and column reason tell it, too';
COMMENT ON COLUMN scheduler.quarantine.message_type IS 'text, utf-16 (text that UTF-8 cannot express; body in UTF-16BE), bytes, map, stream, object, message, unreadable or amqp';

DROP FUNCTION scheduler.resubmit(bigint);
DROP FUNCTION scheduler.line_alone(scheduler.quarantine);
DROP FUNCTION scheduler.wire_moment(text);

CREATE FUNCTION scheduler.resubmit(quarantine_id bigint) RETURNS text
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
BEGIN
  UPDATE scheduler.quarantine
     SET resubmit_requested_at = clock_timestamp(), resubmit_requested_by = session_user, resubmit_refused_at = NULL, resubmit_refusal = NULL
   WHERE id = quarantine_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'SCHED-0631 there is no quarantine row %: was it resubmitted already? SELECT id, stage, job_id FROM scheduler.quarantine', quarantine_id;
  END IF;
  RETURN format('requested; a node registers it within seconds: then row %s is gone, or its column resubmit_refusal tells why not', quarantine_id);
END
$$;
COMMENT ON FUNCTION scheduler.resubmit IS 'asks the nodes to register what a row of the quarantine holds';
REVOKE EXECUTE ON FUNCTION scheduler.resubmit(bigint) FROM PUBLIC;

-- With its owner's rights, so that a node can delete no other row.
CREATE FUNCTION scheduler.release_resubmitted(quarantine_id bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp AS $$
BEGIN
  DELETE FROM scheduler.quarantine WHERE id = quarantine_id AND resubmit_requested_at IS NOT NULL;
  RETURN FOUND;
END
$$;
COMMENT ON FUNCTION scheduler.release_resubmitted IS 'for nodes: deletes a row that was to be resubmitted and is registered';
REVOKE EXECUTE ON FUNCTION scheduler.release_resubmitted(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.release_resubmitted(bigint) TO scheduler_xa;
GRANT UPDATE (code, reason, queue, job_id, resubmit_requested_at, resubmit_refused_at, resubmit_refusal) ON scheduler.quarantine TO scheduler_xa;

INSERT INTO scheduler.schema_version (version) VALUES (8);
