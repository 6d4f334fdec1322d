-- Lines of messages with many jobs, in the quarantine, and their way back; run after V4, in the same way.

ALTER TABLE scheduler.quarantine ADD COLUMN line integer CHECK (line > 0);
COMMENT ON COLUMN scheduler.quarantine.line IS 'of a message with many jobs only this line, counted from 1, was refused: body is the line, properties are those of the message';
COMMENT ON COLUMN scheduler.job.message_id IS 'JMSMessageID of the registration; of a message with many jobs with # and the number of the line behind it';

-- A moment by the wire contract, or null if it is none.
CREATE FUNCTION scheduler.wire_moment(value text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN value ~ '^[0-9]{1,15}$' THEN 'epoch'::timestamptz + value::bigint * interval '1 millisecond'
              WHEN value ~ '^\d{4}-?\d\d-?\d\dT\d\d:?\d\d(:?\d\d(\.\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)$' THEN value::timestamptz END
$$;

-- What a line of the quarantine says, as if it had come in a message of its own.
CREATE FUNCTION scheduler.line_alone(q scheduler.quarantine) RETURNS scheduler.quarantine
LANGUAGE plpgsql SET search_path = scheduler, pg_temp AS $$
DECLARE
  l jsonb;
  p jsonb;
  field text;
  due timestamptz;
  wrong text;
BEGIN
  l := jsonb_strip_nulls(convert_from(q.body, 'UTF8')::jsonb);
  p := q.properties::jsonb - 'scheduler_op';
  IF l ? 'dueAt' OR l ? 'delay' THEN
    p := p - 'scheduler_dueAt' - 'scheduler_delay';
  END IF;
  FOR field IN SELECT jsonb_object_keys(l - 'properties' - 'body' - 'bodyBase64') LOOP
    IF field NOT IN ('queue', 'jobId', 'dueAt', 'delay', 'ifExists', 'priority', 'expiresAt', 'group', 'contentType', 'traceparent', 'tracestate') THEN
      wrong := format('field %s is unknown', field);
    END IF;
    p := p || jsonb_build_object(CASE WHEN field LIKE 'trace%' THEN field ELSE 'scheduler_' || field END, l -> field);
  END LOOP;
  p := p || coalesce(l -> 'properties', '{}');
  due := CASE WHEN p ->> 'scheduler_delay' ~ '^P(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,9})?S)?)?$' AND NOT p ? 'scheduler_dueAt'
              THEN clock_timestamp() + (p ->> 'scheduler_delay')::interval ELSE scheduler.wire_moment(p ->> 'scheduler_dueAt') END;
  q.queue := p ->> 'scheduler_queue';
  q.job_id := coalesce(p ->> 'scheduler_jobId', regexp_replace(q.message_id, '^ID:', '') || '#' || q.line, gen_random_uuid()::text);
  wrong := CASE
    WHEN wrong IS NOT NULL THEN wrong
    WHEN l ? 'body' AND (l ? 'bodyBase64' OR jsonb_typeof(l -> 'body') <> 'string') THEN 'body is no string, or bodyBase64 is there too'
    WHEN due IS NULL OR (p ? 'scheduler_dueAt' AND p ? 'scheduler_delay') THEN 'one of dueAt and delay must say when it is due'
    WHEN q.queue IS NULL OR NOT EXISTS (SELECT FROM scheduler.worker_queue w WHERE w.name = q.queue) THEN 'its queue is not on the allow-list'
    WHEN q.job_id ~ '^\s*$' OR length(q.job_id) > 250 THEN 'jobId is blank or too long'
    WHEN coalesce(p ->> 'scheduler_priority', '4') !~ '^[0-9]$' THEN 'priority is not 0 to 9'
    WHEN p ? 'scheduler_expiresAt' AND coalesce(scheduler.wire_moment(p ->> 'scheduler_expiresAt') <= due, true) THEN 'expiresAt is no moment after it is due'
    WHEN EXISTS (SELECT FROM jsonb_each(p) each WHERE (each.key LIKE 'x\_%' OR each.key LIKE 'scheduler\_%') AND jsonb_typeof(each.value) IN ('object', 'array'))
         OR EXISTS (SELECT FROM jsonb_object_keys(coalesce(l -> 'properties', '{}')) AS name WHERE name !~ '^x_\w*$') THEN 'a property is no x_ name, or no single value'
  END;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION '%', wrong;
  END IF;
  p := p || jsonb_build_object('scheduler_dueAt', due) - 'scheduler_delay';
  IF p ? 'scheduler_expiresAt' THEN
    p := p || jsonb_build_object('scheduler_expiresAt', scheduler.wire_moment(p ->> 'scheduler_expiresAt'));
  END IF;
  q.properties := (p - 'JMSPriority' - 'JMSXGroupID')::text;
  q.message_type := CASE WHEN l ? 'bodyBase64' THEN 'bytes' ELSE 'text' END;
  q.body := CASE WHEN l ? 'bodyBase64' THEN decode(l ->> 'bodyBase64', 'base64') ELSE convert_to(coalesce(l ->> 'body', ''), 'UTF8') END;
  RETURN q;
EXCEPTION WHEN OTHERS THEN
  RAISE EXCEPTION 'SCHED-0635 quarantine row %, line % of its message, is still wrong, it was refused as % %: %. Mend its body (UPDATE scheduler.quarantine SET body = convert_to(..., ''UTF8'')), then resubmit it again',
    q.id, q.line, q.code, q.reason, SQLERRM;
END
$$;

-- As in V4, and takes lines of stage registration, too: such a job is due when its line says.
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
                             properties, body_is_text, body, sent_at, message_id)
  VALUES (q.queue, q.job_id, due_at,
          CASE q.stage WHEN 'registration' THEN due_at ELSE clock_timestamp() END,
          coalesce(p ->> 'scheduler_priority', p ->> 'JMSPriority', '4')::smallint,
          -- One that has passed would take the job away again, unseen
          CASE WHEN (p ->> 'scheduler_expiresAt')::timestamptz > clock_timestamp() THEN (p ->> 'scheduler_expiresAt')::timestamptz END,
          coalesce(p ->> 'scheduler_group', p ->> 'JMSXGroupID'),
          p ->> 'scheduler_contentType', p ->> 'traceparent', p ->> 'tracestate',
          (SELECT json_object_agg(key, value)::text FROM json_each(p) WHERE key LIKE 'x\_%'),
          q.message_type = 'text', coalesce(q.body, ''), clock_timestamp(), q.message_id)
  RETURNING fire_id INTO fire;
  -- What dispatch kept aside waits again. A dead letter was dispatched, and stays so; it and a line are one job more.
  INSERT INTO scheduler.ledger_entry (kind, jobs)
  SELECT CASE q.stage WHEN 'dispatch' THEN 'quarantined' ELSE 'registered' END, CASE q.stage WHEN 'dispatch' THEN -1 ELSE 1 END;
  RETURN fire;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'SCHED-0634 a job % waits in queue % already: cancel that one first, or delete quarantine row %', q.job_id, q.queue, quarantine_id;
END
$$;
REVOKE EXECUTE ON FUNCTION scheduler.wire_moment(text), scheduler.line_alone(scheduler.quarantine) FROM PUBLIC;

INSERT INTO scheduler.schema_version (version) VALUES (5);
