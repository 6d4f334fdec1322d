package org.goodtiming.scheduler.contract;

import java.util.Arrays;
import org.goodtiming.scheduler.message.StorableText;

/** The refusals of a registration: each has a stable code, and a text with cause and remedy. */
public enum Refusal {
  QUEUE_MISSING("SCHED-0101", "scheduler_queue is missing: name the worker queue of the job"),
  QUEUE_UNKNOWN(
      "SCHED-0102",
      "scheduler_queue is '%s', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue"),
  VERSION_UNKNOWN(
      "SCHED-0103",
      "scheduler_version is '%s', but this scheduler supports only version 1: use version 1, or omit the property"),
  OP_UNSUPPORTED(
      "SCHED-0104",
      "scheduler_op is '%s', but this scheduler knows only schedule, scheduleAll, cancel, check and batch: send one of these"),
  SQL_MANY_JOBS(
      "SCHED-0176",
      "scheduler.register takes one job at a time, not scheduler_op=scheduleAll: call it once for each job, for example in a SELECT from the table that has them"),
  NOT_READ(
      "SCHED-0107",
      "the scheduler fails to read it, by a fault of its own (%s, %s): report this, and resubmit it after an update"),
  PROPERTY_UNKNOWN(
      "SCHED-0105",
      "property '%s' is not in the wire contract, version 1: correct its name, omit it, or use the prefix x_ if it is for the worker"),
  PROPERTY_RESERVED(
      "SCHED-0106",
      "property '%s' is set only by the scheduler, in messages that it sends: omit it"),
  DUE_MISSING(
      "SCHED-0110",
      "none of scheduler_dueAt, scheduler_delay, scheduler_recurrence, scheduler_after, scheduler_afterBatch and scheduler_onBatchFailure is given: send one of them"),
  DUE_TWICE(
      "SCHED-0111", "scheduler_dueAt is '%s' and scheduler_delay is '%s': send only one of them"),
  MOMENT_UNREADABLE(
      "SCHED-0112",
      "%s is '%s', which is not a moment: send epoch milliseconds, or ISO-8601 with an offset like 2026-12-01T10:00:00Z or 2026-12-01T100000Z"),
  MOMENT_OUT_OF_RANGE(
      "SCHED-0113",
      "%s is '%s', which is not within the years 1970 to 9999: send a moment within these years"),
  DELAY_UNREADABLE(
      "SCHED-0114",
      "scheduler_delay is '%s', which is not a duration: send ISO-8601 with days and smaller units, like PT30M or P1DT12H, or working time like '3 working days' or '90 working minutes'"),
  DELAY_OUT_OF_RANGE(
      "SCHED-0115",
      "scheduler_delay is '%s', but must not be negative and must end before the year 10000: send such a duration"),
  WORKING_DELAY_WITHOUT_CALENDAR(
      "SCHED-0178",
      "scheduler_delay is '%s', but no scheduler_calendar says which time is not working time: send the name of a calendar"),
  WORKING_DELAY_IMPOSSIBLE("SCHED-0179", "scheduler_delay is '%s', which cannot be computed: %s"),
  EXPIRES_BEFORE_DUE(
      "SCHED-0116",
      "scheduler_expiresAt is '%s', but the job cannot be dispatched before %s: send a later moment, or omit the property"),
  JOB_ID_MISSING(
      "SCHED-0120", "scheduler_jobId is missing: a cancel must name the job that it cancels"),
  JOB_ID_RESERVED(
      "SCHED-0117", "scheduler_jobId is '%s', which is the scheduler's own: choose another job id"),
  NAME_BLANK("SCHED-0121", "%s is blank: send a value, or omit it"),
  NAME_TOO_LONG(
      "SCHED-0122", "%s is '%s', with %s characters, but at most %s are allowed: shorten it"),
  TEXT_UNSTORABLE(
      "SCHED-0123",
      "%s is '%s', with NUL or half of a surrogate pair (shown as \ufffd), which the database cannot store: remove these characters"),
  WRONG_TYPE("SCHED-0124", "%s is of type %s, value '%s': send %s"),
  IF_EXISTS_UNKNOWN(
      "SCHED-0125", "scheduler_ifExists is '%s': send replace, update, keep or reject"),
  PRIORITY_UNKNOWN("SCHED-0126", "scheduler_priority is '%s': send a whole number, 0 to 9"),
  MILLISECONDS_UNKNOWN(
      "SCHED-0127",
      "%s is '%s': send a whole number of milliseconds, at least 1, with at most 15 digits"),
  DELIVERY_MODE_UNKNOWN("SCHED-0128", "%s is '%s': send PERSISTENT or NON_PERSISTENT"),
  LOCALE_UNKNOWN("SCHED-0129", "%s is '%s': send a BCP 47 language tag, like de or en-GB"),
  USER_PROPERTY_REDACTED(
      "SCHED-0045",
      "property '%s' has '%s', which is what people see of its value (scheduler.redaction.properties): send the value itself, or omit the property"),
  QUEUE_ENCRYPTED(
      "SCHED-0050",
      "queue '%s' keeps its jobs encrypted, so the database cannot fill them: omit scheduler_definition and scheduler_stateful, and send payload and properties with the job"),
  INPUT_SCHEMA(
      "SCHED-0057",
      "field inputSchema is no JSON Schema: %s; correct it, or remove it if payloads may be anything"),
  DEFINITION_ENCRYPTED(
      "SCHED-0051",
      "queue '%s' keeps its jobs encrypted, and definitions are not: send payload and properties with each job"),
  USER_PROPERTY_NAME(
      "SCHED-0130", "property '%s' is not a JMS identifier: use letters, digits and underscores"),
  USER_PROPERTIES_TOO_LARGE(
      "SCHED-0131",
      "the x_ properties have %s bytes together, but at most %s are allowed: put large values into the body"),
  RECURRENCE_UNREADABLE("SCHED-0132", "scheduler_recurrence or one of its conditions is wrong: %s"),
  RECURRENCE_AND_DUE(
      "SCHED-0133",
      "scheduler_recurrence is '%s' and %s is '%s': omit the latter; scheduler_start sets when a schedule begins"),
  RECURRENCE_MISSING(
      "SCHED-0134",
      "%s is '%s', but scheduler_recurrence is missing: send it, or omit the property if the job is to run once"),
  NEVER_DUE("SCHED-0135", "scheduler_recurrence is '%s', which is never due after %s: correct it"),
  MISFIRE_UNKNOWN(
      "SCHED-0136",
      "scheduler_misfire is '%s': send fire-once, fire-once-counted, skip, skip-counted, fire-all, or fire-all/ with a duration like PT1H"),
  COUNT_UNKNOWN("SCHED-0137", "scheduler_count is '%s': send a whole number, 1 to 9999"),
  DELAY_FROM_END(
      "SCHED-0138",
      "scheduler_recurrence is '%s', whose delay counts from the end of a run, but scheduler_overlap is %s: send wait or omit it, or count the delay from the dispatch, like delay:PT30M"),
  EXPIRES_WITH_RECURRENCE(
      "SCHED-0139",
      "scheduler_expiresAt is '%s', but the job recurs: send scheduler_until to end its schedule"),
  CALENDAR_UNKNOWN(
      "SCHED-0144",
      "the job names calendar '%s', which does not exist: correct the name, or ask an operator to create it"),
  OVERLAP_UNKNOWN(
      "SCHED-0145",
      "scheduler_overlap is '%s' and scheduler_stateful is %s: send allow, skip, cancel, wait, or wait with the longest time to wait like wait/PT30M; a stateful schedule needs wait"),
  OVERLAP_UNTRACKED(
      "SCHED-0146",
      "scheduler_overlap is '%s' and scheduler_tracked is false, but the end of an untracked run is not known: omit scheduler_tracked"),
  COUNT_OF_UNKNOWN(
      "SCHED-0155",
      "scheduler_countOf is '%s', with a count of %s and overlap '%s': send runs, or successes with a count of at least 1 and scheduler_overlap wait"),
  JITTER_UNKNOWN(
      "SCHED-0156",
      "scheduler_jitter is '%s': send a duration of more than zero and at most a day, like PT30S"),
  PAUSE_AFTER_UNKNOWN(
      "SCHED-0662", "scheduler_pauseAfterFailures is '%s': send a whole number, 1 to 1000"),
  PAUSE_AFTER_UNTRACKED(
      "SCHED-0663",
      "scheduler_pauseAfterFailures is %s and scheduler_tracked is false, but the end of an untracked run is not known: omit scheduler_tracked"),
  RETRY_UNKNOWN("SCHED-0647", "scheduler_retry is wrong: %s"),
  RUN_LIMIT_UNKNOWN(
      "SCHED-0652",
      "scheduler_runTimeout is '%s': send a duration of days and smaller units from PT1S to P366D, like PT2H"),
  AFTER_UNREADABLE(
      "SCHED-0840",
      "scheduler_after is '%s', which names no job: send queue/jobId, or a JSON array of such strings"),
  AFTER_TOO_MANY(
      "SCHED-0841",
      "scheduler_after names %s jobs with %s characters, but at most %s jobs and %s characters are allowed: let one job wait for them, and others for that one"),
  AFTER_ITSELF("SCHED-0842", "scheduler_after names '%s', the job itself: name other jobs"),
  AFTER_CYCLE(
      "SCHED-0843",
      "scheduler_after names '%s', which waits for this job, maybe through others: none of them would ever run, so omit one"),
  AFTER_UNTRACKED(
      "SCHED-0844",
      "scheduler_after names '%s', but nothing will tell its end: register it with scheduler_tracked, or set tracked or finishedWhenAcknowledged of its worker queue"),
  AFTER_RECURRING(
      "SCHED-0845",
      "scheduler_after is with a schedule, '%s', which has many runs: register a job from the worker of the run, or use a job that does not recur"),
  IF_PARENT_FAILS_UNKNOWN(
      "SCHED-0846",
      "scheduler_ifParentFails is '%s': send run, cancel or hold, and name the parents in scheduler_after or scheduler_afterBatch"),
  PARENT_TIMEOUT_UNKNOWN(
      "SCHED-0847",
      "scheduler_parentTimeout is '%s': send a duration of days and smaller units from PT1S to P366D, like PT2H, and name the parents in scheduler_after or scheduler_afterBatch"),
  PARENT_QUEUE_UNKNOWN(
      "SCHED-0849",
      "scheduler_after names a job of queue '%s', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue"),
  BATCH_UNTRACKED(
      "SCHED-0852",
      "'%2$s' is to be a member of batch '%1$s', but nothing will tell its end: send scheduler_tracked, or set tracked or finishedWhenAcknowledged of its worker queue"),
  BATCH_FULL(
      "SCHED-0853",
      "batch '%s' was closed with %s members, and awaits no other one: use another id, or omit scheduler_batch"),
  BATCH_VALUE(
      "SCHED-0854",
      "%s is '%s': with scheduler_op=batch send the id in scheduler_batch, the number of members, 0 to 10000000, in scheduler_batchSize, and PT1S to P366D in scheduler_batchTimeout"),
  BATCH_SIZE(
      "SCHED-0855",
      "batch '%s' %s members, and cannot be closed with %s: send the number of all its members, once"),
  BATCH_LOGIN(
      "SCHED-0856",
      "batch '%s' was opened by login '%s': use that login for all of it, or another id"),
  BATCH_CONFLICT("SCHED-0857", "%s is '%s', but %s: omit one of them"),
  DEFINITION_UNKNOWN(
      "SCHED-0147",
      "scheduler_definition is '%s', which does not exist: correct the name, or ask an operator to create it"),
  DEFINITION_QUEUE(
      "SCHED-0148",
      "scheduler_queue is '%s', but definition '%s' is of worker queue '%s': omit scheduler_queue, or name another definition"),
  DEFINITION_FIELD(
      "SCHED-0149",
      "field '%s' is not part of a definition, which says what a job is and not when: give it to the jobs that name the definition"),
  BODY_UNSUPPORTED(
      "SCHED-0140",
      "the body is of kind %s, but only text and bytes are accepted: send a TextMessage or BytesMessage, or with AMQP a string, binary or data"),
  BODY_TOO_LARGE(
      "SCHED-0141",
      "the body has %s bytes, but at most %s are allowed: send a reference to the data, or raise the limit"),
  BODY_MISMATCH(
      "SCHED-0058",
      "the payload does not match the schema of %s at '%s': %s. Correct it, or the schema"),
  BODY_UNENCODABLE(
      "SCHED-0142",
      "the text has half of a surrogate pair, which UTF-8 cannot express (kept here as UTF-16BE): correct the text, or send it as bytes"),
  BODY_UNREADABLE(
      "SCHED-0143",
      "the properties or the body cannot be read, because their content does not match their declared types: correct the client that sent it"),
  UNCONVERTIBLE(
      "SCHED-0172",
      "this AMQP message cannot be converted to JMS, so the broker cannot deliver it: send text or bytes, and strings, numbers and booleans as application properties, never timestamp or uuid"),
  REPLY_QUEUE_UNKNOWN(
      "SCHED-0154",
      "scheduler_replyTo is '%s', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue"),
  LINES_NOT_TEXT(
      "SCHED-0180",
      "the body is of kind %s, but scheduleAll needs lines of text: send a TextMessage with one JSON object per line"),
  LINES_MISSING(
      "SCHED-0181", "the text has no line with a job: send at least one JSON object, one per line"),
  LINES_TOO_MANY(
      "SCHED-0182",
      "the text has %s lines, but at most %s are allowed: send several messages, or raise the limit"),
  LINES_TOO_LARGE(
      "SCHED-0183",
      "the lines have %s bytes together, but at most %s are allowed: send several messages, or raise the limit"),
  LINES_WITH_ONE_ID(
      "SCHED-0184",
      "scheduler_jobId is '%s' for all lines: omit the property, and set jobId in each line"),
  LINE_UNREADABLE(
      "SCHED-0185",
      "the line is not exactly one JSON object (see its character %s): send one object per line, like {\"jobId\":\"4711\",\"delay\":\"PT30M\"}"),
  LINE_FIELD_UNKNOWN(
      "SCHED-0186",
      "field '%s' is not in the wire contract, version 1: correct its name, omit it, or move it to properties if it is for the worker"),
  LINE_FIELD_TWICE("SCHED-0187", "'%s' occurs twice in the line: send it once"),
  LINE_PROPERTY_NAME(
      "SCHED-0188",
      "property '%s' does not begin with x_: rename it, because the worker gets only such properties"),
  LINE_BODY_TWICE("SCHED-0189", "both body and bodyBase64 are given: send only one of them"),
  LINE_BASE64(
      "SCHED-0190", "bodyBase64 is '%s', which is not base64: send base64 of RFC 4648, section 4"),
  STORE_FAILED(
      "SCHED-0192",
      "all attempts to store this message alone failed, although database and broker answered: the log has the failure (SCHED-0166, SCHED-0167); mend its cause, or correct the message, then resubmit it"),
  REQUEST_UNREADABLE(
      "SCHED-0901",
      "the request is not exactly one JSON object (see its character %s): send one object"),
  REQUEST_KEY(
      "SCHED-0902",
      "the path names job '%s', but the request's body names '%s': omit queue and jobId in the body, or correct them"),
  NOT_A_JOB(
      "SCHED-0633",
      "quarantine row %s (%s from queue %s) does not come from the scheduler, so it has no due time and no job id: its sender must send it again"),
  JOB_WAITS_ALREADY(
      "SCHED-0634",
      "a job already waits under '%s': cancel the waiting job first, or delete the quarantine row"),
  ROW_UNREADABLE(
      "SCHED-0635",
      "column properties of the quarantine row cannot be read: %s. Correct it, then resubmit the row again"),
  RUN_AGAIN_ALREADY(
      "SCHED-0879",
      "the run of quarantine row %s was run again already, as %s: delete the row, so that its work is not done twice"),
  ALREADY_WAITING(
      "SCHED-0150",
      "a job already waits under '%s', and scheduler_ifExists is reject: cancel the waiting job first, or send replace or keep"),
  LOGIN_UNKNOWN(
      "SCHED-0151",
      "the broker does not report which login sent this: with AMQP, send to scheduler.jobs.amqp.LOGIN; for other clients the broker needs populate-validated-user in broker.xml"),
  LOGIN_NOT_PERMITTED(
      "SCHED-0152",
      "login '%s' may neither register nor cancel jobs of queue '%s': use another login, or give it a grant (goodtiming grant add LOGIN QUEUE)"),
  BATCH_NOT_PERMITTED(
      "SCHED-0878",
      "login '%s' may register jobs of no worker queue, and so neither open nor close a job batch: use another login, or give it a grant (goodtiming grant add LOGIN QUEUE)"),
  REPLY_TO_FORBIDDEN(
      "SCHED-0153",
      "the reply address is '%s', but receipts go only to temporary queues and to queues whose name begins with receipts. : use one of these, or omit it");

  private static final int MAX_VALUE_LENGTH = 100;
  private static final int MAX_EXPLANATION_LENGTH = 500;

  private final String code;
  private final String text;

  Refusal(String code, String text) {
    this.code = code;
    this.text = text;
  }

  public String code() {
    return code;
  }

  /** The text with a place for each value, by {@link String#formatted}. */
  public String text() {
    return text;
  }

  /** The text with the values seen in it, each cut to 100 characters. */
  public String reason(Object... values) {
    return text.formatted(
        Arrays.stream(values)
            .map(value -> StorableText.shown(value.toString(), MAX_VALUE_LENGTH))
            .toArray());
  }

  /** The text with values that may be longer, such as a place in a payload. */
  String explained(Object... values) {
    return text.formatted(
        Arrays.stream(values)
            .map(value -> StorableText.shown(value.toString(), MAX_EXPLANATION_LENGTH))
            .toArray());
  }

  /** The explanation contains place and correction, and is longer than a value. */
  public RefusedException explainedBy(String explanation) {
    return new RefusedException(
        this, text.formatted(StorableText.shown(explanation, MAX_EXPLANATION_LENGTH)));
  }

  public RefusedException because(Object... values) {
    return new RefusedException(this, reason(values));
  }
}
