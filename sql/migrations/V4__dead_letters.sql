-- Dead letters in the quarantine, and the way back; run after V3, in the same way.

ALTER TABLE scheduler.quarantine DROP CONSTRAINT quarantine_stage_check;
ALTER TABLE scheduler.quarantine ADD CONSTRAINT quarantine_stage_check CHECK (stage IN ('registration', 'dispatch', 'execution'));
ALTER TABLE scheduler.quarantine ADD COLUMN broker_key text UNIQUE;
COMMENT ON COLUMN scheduler.quarantine.stage IS 'registration: never was a job; dispatch: could not be handed over; execution: a dead letter of its worker queue, counted as dispatched';
COMMENT ON COLUMN scheduler.quarantine.message_type IS 'text, bytes, map, stream, object, message, unreadable or amqp';
COMMENT ON COLUMN scheduler.quarantine.broker_key IS 'which message of the broker it was, where it left the broker outside of the transaction: none comes twice';

-- Puts a job of stage dispatch or execution back, to be handed over at once, and returns its new fire id.
CREATE FUNCTION scheduler.resubmit(quarantine_id bigint) RETURNS uuid
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
DECLARE
  q scheduler.quarantine%ROWTYPE;
  p json;
  due text;
  fire uuid;
BEGIN
  DELETE FROM scheduler.quarantine WHERE id = quarantine_id RETURNING * INTO q;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'SCHED-0631 there is no quarantine row %: was it resubmitted already? SELECT id, stage, job_id FROM scheduler.quarantine', quarantine_id;
  END IF;
  p := q.properties::json;
  IF q.stage = 'registration' THEN
    RAISE EXCEPTION 'SCHED-0632 quarantine row % was refused at registration and never became a job (% %): mend the message and send it to queue scheduler.jobs again, then delete the row; docs/operations.md, Quarantine, shows how',
      quarantine_id, q.code, q.reason;
  END IF;
  IF q.message_type NOT IN ('text', 'bytes') OR p ->> 'scheduler_fireId' IS NULL OR q.queue IS NULL OR q.job_id IS NULL THEN
    RAISE EXCEPTION 'SCHED-0633 quarantine row % (% from queue %) does not come from the scheduler, so it has no due time and no job id: whoever sent it must send it again',
      quarantine_id, q.message_type, coalesce(q.queue, 'unknown');
  END IF;
  -- Sent now, so that no earlier cancel takes it away again. Due: an instant where dispatch wrote the row, epoch milliseconds where the worker's message was kept
  due := p ->> 'scheduler_dueAt';
  INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, expires_at, group_key, content_type, traceparent, tracestate,
                             properties, body_is_text, body, sent_at, message_id)
  VALUES (q.queue, q.job_id,
          CASE WHEN due ~ '^-?[0-9]+$' THEN 'epoch'::timestamptz + due::bigint * interval '1 millisecond' ELSE due::timestamptz END,
          clock_timestamp(),
          coalesce(p ->> 'scheduler_priority', p ->> 'JMSPriority', '4')::smallint,
          -- One that has passed would take the job away again, unseen
          CASE WHEN (p ->> 'scheduler_expiresAt')::timestamptz > clock_timestamp() THEN (p ->> 'scheduler_expiresAt')::timestamptz END,
          coalesce(p ->> 'scheduler_group', p ->> 'JMSXGroupID'),
          p ->> 'scheduler_contentType', p ->> 'traceparent', p ->> 'tracestate',
          (SELECT json_object_agg(key, value)::text FROM json_each(p) WHERE key LIKE 'x\_%'),
          q.message_type = 'text', coalesce(q.body, ''), clock_timestamp(), q.message_id)
  RETURNING fire_id INTO fire;
  -- What dispatch kept aside waits again. A dead letter was dispatched, and stays so: this is one job more.
  INSERT INTO scheduler.ledger_entry (kind, jobs)
  SELECT CASE q.stage WHEN 'dispatch' THEN 'quarantined' ELSE 'registered' END, CASE q.stage WHEN 'dispatch' THEN -1 ELSE 1 END;
  RETURN fire;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'SCHED-0634 a job % waits in queue % already: cancel that one first, or delete quarantine row %', q.job_id, q.queue, quarantine_id;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.resubmit(bigint) FROM PUBLIC;

INSERT INTO scheduler.schema_version (version) VALUES (4);
