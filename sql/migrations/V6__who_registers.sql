-- Who registered a job, and who may; run after V5, in the same way.

ALTER TABLE scheduler.job ADD COLUMN registered_by text;
COMMENT ON COLUMN scheduler.job.registered_by IS 'login of the registrant at the broker';
ALTER TABLE scheduler.quarantine ADD COLUMN sent_by text;
COMMENT ON COLUMN scheduler.quarantine.sent_by IS 'login of the registrant at the broker; null: the broker does not tell it';

CREATE TABLE scheduler.registration_grant (
  login      text        NOT NULL,
  queue      text        NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  granted_by text        NOT NULL DEFAULT session_user,
  PRIMARY KEY (login, queue)
);
COMMENT ON TABLE scheduler.registration_grant IS 'which login of the broker may register jobs for which worker queue, and replace and cancel jobs in it';
COMMENT ON COLUMN scheduler.registration_grant.queue IS 'name of a worker queue, or * for all';
INSERT INTO scheduler.registration_grant (login, queue) VALUES ('registrar', '*'), ('admin', '*');
GRANT SELECT ON scheduler.registration_grant TO scheduler_xa, scheduler_read;

-- A lock that only the scheduler can take. Any role can take an advisory lock.
CREATE TABLE scheduler.node_lock (name text PRIMARY KEY);
COMMENT ON TABLE scheduler.node_lock IS 'a node locks the row while it does what only one node may do at a time';
INSERT INTO scheduler.node_lock (name) VALUES ('unreadable AMQP messages');
GRANT SELECT, UPDATE ON scheduler.node_lock TO scheduler_xa;

-- As in V5, and the job keeps its registrant.
CREATE OR REPLACE FUNCTION scheduler.resubmit(quarantine_id bigint) RETURNS uuid
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
DECLARE
  q scheduler.quarantine%ROWTYPE;
  p json;
  due text;
  due_at timestamptz;
  fire uuid;
BEGIN
  DELETE FROM scheduler.quarantine WHERE id = quarantine_id RETURNING * INTO q;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'SCHED-0631 there is no quarantine row %: was it resubmitted already? SELECT id, stage, job_id FROM scheduler.quarantine', quarantine_id;
  END IF;
  IF q.stage = 'registration' AND q.line IS NULL THEN
    RAISE EXCEPTION 'SCHED-0632 quarantine row % was refused at registration and never became a job (% %): mend the message and send it to queue scheduler.jobs again, then delete the row; docs/operations.md, Quarantine, shows how',
      quarantine_id, q.code, q.reason;
  END IF;
  IF q.line IS NOT NULL THEN
    q := scheduler.line_alone(q);
  END IF;
  p := q.properties::json;
  IF q.stage <> 'registration' AND (q.message_type NOT IN ('text', 'bytes') OR p ->> 'scheduler_fireId' IS NULL OR q.queue IS NULL OR q.job_id IS NULL) THEN
    RAISE EXCEPTION 'SCHED-0633 quarantine row % (% from queue %) does not come from the scheduler, so it has no due time and no job id: whoever sent it must send it again',
      quarantine_id, q.message_type, coalesce(q.queue, 'unknown');
  END IF;
  -- Sent now, so that no earlier cancel takes it away again. Due: an instant where the scheduler wrote it, epoch milliseconds where the worker's message was kept
  due := p ->> 'scheduler_dueAt';
  due_at := CASE WHEN due ~ '^-?[0-9]+$' THEN 'epoch'::timestamptz + due::bigint * interval '1 millisecond' ELSE due::timestamptz END;
  INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, expires_at, group_key, content_type, traceparent, tracestate,
                             properties, body_is_text, body, sent_at, message_id, registered_by)
  VALUES (q.queue, q.job_id, due_at,
          CASE q.stage WHEN 'registration' THEN due_at ELSE clock_timestamp() END,
          coalesce(p ->> 'scheduler_priority', p ->> 'JMSPriority', '4')::smallint,
          -- One that has passed would take the job away again, unseen
          CASE WHEN (p ->> 'scheduler_expiresAt')::timestamptz > clock_timestamp() THEN (p ->> 'scheduler_expiresAt')::timestamptz END,
          coalesce(p ->> 'scheduler_group', p ->> 'JMSXGroupID'),
          p ->> 'scheduler_contentType', p ->> 'traceparent', p ->> 'tracestate',
          (SELECT json_object_agg(key, value)::text FROM json_each(p) WHERE key LIKE 'x\_%'),
          q.message_type = 'text', coalesce(q.body, ''), clock_timestamp(), q.message_id, q.sent_by)
  RETURNING fire_id INTO fire;
  -- What dispatch kept aside waits again. A dead letter was dispatched, and stays so; it and a line are one job more.
  INSERT INTO scheduler.ledger_entry (kind, jobs)
  SELECT CASE q.stage WHEN 'dispatch' THEN 'quarantined' ELSE 'registered' END, CASE q.stage WHEN 'dispatch' THEN -1 ELSE 1 END;
  RETURN fire;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'SCHED-0634 a job % waits in queue % already: cancel that one first, or delete quarantine row %', q.job_id, q.queue, quarantine_id;
END
$$;

INSERT INTO scheduler.schema_version (version) VALUES (6);
