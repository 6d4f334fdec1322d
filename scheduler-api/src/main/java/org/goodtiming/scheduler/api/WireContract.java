package org.goodtiming.scheduler.api;

/**
 * The names of wire contract version 1: of the messages that any JMS, AMQP or STOMP client sends to
 * register a job, and of the messages that workers and registrants receive.
 */
public final class WireContract {

  public static final long VERSION = 1;

  /** The queue for registrations. */
  public static final String REGISTRATION_QUEUE = "scheduler.jobs";

  /** The queue for reports of workers on tracked runs. */
  public static final String REPORT_QUEUE = "scheduler.reports";

  /** The topic on which workers of long runs receive cancels. */
  public static final String CONTROL_TOPIC = "scheduler.control";

  /** The topic of lifecycle events, CloudEvents 1.0 in binary mode. */
  public static final String EVENT_TOPIC = "scheduler.events";

  /** Prefix of the properties of a message that are attributes of CloudEvents. */
  public static final String EVENT_ATTRIBUTE_PREFIX = "cloudEvents_";

  /** Attribute {@code source} of all events. */
  public static final String EVENT_SOURCE = "/scheduler";

  /** Prefix of attribute {@code type} of all events. */
  public static final String EVENT_TYPE_PREFIX = "org.goodtiming.scheduler.";

  /**
   * Prefix of the addresses for registrations by AMQP; the rest of the address is the login that
   * may send there, because Artemis does not record the sender of an AMQP message.
   */
  public static final String AMQP_REGISTRATION_PREFIX = "scheduler.jobs.amqp.";

  /** Prefix of named addresses for receipts. */
  public static final String RECEIPTS_PREFIX = "receipts.";

  /** JNDI name of the XA connection factory, on every node that registers jobs. */
  public static final String CONNECTION_FACTORY = "jms/scheduler";

  /**
   * JNDI name of the XA connection factory with which workers receive further jobs and send
   * reports, on every server that has it.
   */
  public static final String WORKER_CONNECTION_FACTORY = "jms/worker";

  /** Maximum length of job id, group and content type, in UTF-16 characters. */
  public static final int MAX_TEXT_LENGTH = 250;

  /** Number of lines in one message of {@link #OP_SCHEDULE_ALL} that every scheduler accepts. */
  public static final int GUARANTEED_LINES = 1_000;

  /** Size of such a message, in bytes of UTF-8, that every scheduler accepts. */
  public static final int GUARANTEED_LINES_BYTES = 1024 * 1024;

  /** Maximum size of the checkpoint of a run, in bytes of UTF-8. */
  public static final int MAX_CHECKPOINT_BYTES = 16 * 1024;

  /** Maximum number of times that workers may postpone a run without using up an attempt. */
  public static final int MAX_POSTPONEMENTS = 100;

  /** Maximum number of log lines kept for a run: the last lines are kept. */
  public static final int MAX_LOG_LINES = 100;

  /** Maximum length of a log line of a run, in UTF-16 characters; the rest is cut off. */
  public static final int MAX_LOG_LINE_LENGTH = 500;

  /** Prefix of the scheduler's properties, in both directions. */
  public static final String RESERVED_PREFIX = "scheduler_";

  /** Prefix of user properties, which are passed on to the worker. */
  public static final String USER_PREFIX = "x_";

  // The job and its due time
  public static final String SCHEDULER_VERSION = "scheduler_version";
  public static final String OP = "scheduler_op";
  public static final String QUEUE = "scheduler_queue";
  public static final String JOB_ID = "scheduler_jobId";
  public static final String DUE_AT = "scheduler_dueAt";
  public static final String DELAY = "scheduler_delay";

  // Options
  public static final String IF_EXISTS = "scheduler_ifExists";
  public static final String SINCE = "scheduler_since";
  public static final String PRIORITY = "scheduler_priority";
  public static final String EXPIRES_AT = "scheduler_expiresAt";
  public static final String GROUP = "scheduler_group";
  public static final String CONTENT_TYPE = "scheduler_contentType";
  public static final String TRACKED = "scheduler_tracked";

  /** Name of a definition, which supplies the values that the job does not set. */
  public static final String DEFINITION = "scheduler_definition";

  // Headers of the message that the worker gets, and the registrant's locale
  public static final String TYPE = "scheduler_type";
  public static final String CORRELATION_ID = "scheduler_correlationId";
  public static final String REPLY_TO = "scheduler_replyTo";
  public static final String TIME_TO_LIVE = "scheduler_timeToLive";
  public static final String DELIVERY_MODE = "scheduler_deliveryMode";
  public static final String LOCALE = "scheduler_locale";

  /**
   * When the job is tried again that its worker has failed at, in the text form of {@link
   * RetryPolicy}. String.
   */
  public static final String RETRY = "scheduler_retry";

  /** How long a tracked run may take from its dispatch to its end, ISO-8601. String. */
  public static final String RUN_TIMEOUT = "scheduler_runTimeout";

  // Jobs after jobs

  /**
   * The parents: {@code queue/jobId} of one job, or a JSON array of such strings. The job is not
   * dispatched before all of them have ended. String.
   */
  public static final String AFTER = "scheduler_after";

  /** What becomes of the job if a parent has not finished. String: one of the next three. */
  public static final String IF_PARENT_FAILS = "scheduler_ifParentFails";

  public static final String IF_PARENT_FAILS_RUN = "run";
  public static final String IF_PARENT_FAILS_CANCEL = "cancel";
  public static final String IF_PARENT_FAILS_HOLD = "hold";

  /** How long a parent may be unknown to the scheduler, ISO-8601. String. */
  public static final String PARENT_TIMEOUT = "scheduler_parentTimeout";

  /** Maximum number of parents of a job. */
  public static final int MAX_PARENTS = 1_000;

  /** Maximum length of {@link #AFTER}, in UTF-16 characters. */
  public static final int MAX_AFTER_LENGTH = 100_000;

  /**
   * In deliveries of jobs after others: a JSON array with how the parents have ended, those first
   * that have not finished. String.
   */
  public static final String PARENTS = "scheduler_parents";

  /** Maximum number of parents in {@link #PARENTS}. */
  public static final int MAX_PARENTS_DELIVERED = 100;

  /** Maximum size of a result in {@link #PARENTS}. */
  public static final int MAX_PARENT_RESULT_BYTES = 1024;

  /** Most characters of {@link #PARENTS}: properties have to fit into one packet of Artemis. */
  public static final int MAX_PARENTS_LENGTH = 16_000;

  /** Id of the job batch to which the job belongs, or that {@link #OP_BATCH} closes. String. */
  public static final String BATCH = "scheduler_batch";

  /** Number of members of the job batch, with {@link #OP_BATCH}: no more are accepted. Long. */
  public static final String BATCH_SIZE = "scheduler_batchSize";

  /** How long its members may not be registered, with {@link #OP_BATCH}, ISO-8601. String. */
  public static final String BATCH_TIMEOUT = "scheduler_batchTimeout";

  /** Maximum of {@link #BATCH_SIZE}. */
  public static final int MAX_BATCH_SIZE = 10_000_000;

  /** Id of a job batch that is a parent: the job waits until it has ended. String. */
  public static final String AFTER_BATCH = "scheduler_afterBatch";

  /** Id of a job batch: the job waits until one of its members has failed. String. */
  public static final String ON_BATCH_FAILURE = "scheduler_onBatchFailure";

  // Recurring jobs
  public static final String RECURRENCE = "scheduler_recurrence";
  public static final String START = "scheduler_start";
  public static final String ZONE = "scheduler_zone";
  public static final String MISFIRE = "scheduler_misfire";
  public static final String JITTER = "scheduler_jitter";
  public static final String OVERLAP = "scheduler_overlap";
  public static final String PAUSE_AFTER_FAILURES = "scheduler_pauseAfterFailures";
  public static final String STATEFUL = "scheduler_stateful";
  public static final String CALENDAR = "scheduler_calendar";
  public static final String UNTIL = "scheduler_until";
  public static final String COUNT = "scheduler_count";
  public static final String COUNT_OF = "scheduler_countOf";

  // Fields of a line of scheduleAll; its other fields are properties without their prefix
  public static final String LINE_BODY = "body";
  public static final String LINE_BODY_BASE64 = "bodyBase64";
  public static final String LINE_PROPERTIES = "properties";

  /** W3C trace context. */
  public static final String TRACEPARENT = "traceparent";

  /** W3C trace context. */
  public static final String TRACESTATE = "tracestate";

  public static final String OP_SCHEDULE = "schedule";
  public static final String OP_SCHEDULE_ALL = "scheduleAll";
  public static final String OP_CANCEL = "cancel";

  /** Closes a job batch by its size; without one, opens it. */
  public static final String OP_BATCH = "batch";

  /** Asks in its receipt whether a registration would be accepted; stores nothing. */
  public static final String OP_CHECK = "check";

  public static final String IF_EXISTS_REPLACE = "replace";
  public static final String IF_EXISTS_UPDATE = "update";
  public static final String IF_EXISTS_KEEP = "keep";
  public static final String IF_EXISTS_REJECT = "reject";

  // To the worker of a recurring job
  public static final String PLANNED_AT = "scheduler_plannedAt";
  public static final String RUN = "scheduler_run";
  public static final String PREVIOUS_AT = "scheduler_previousAt";
  public static final String NEXT_AT = "scheduler_nextAt";
  public static final String LATE = "scheduler_late";

  public static final String LATE_MISFIRE = "misfire";
  public static final String LATE_CATCH_UP = "catch-up";
  public static final String LATE_BACKFILL = "backfill";

  /** Present only in a run that an operator has added to the schedule. */
  public static final String TRIGGER = "scheduler_trigger";

  public static final String TRIGGER_RUN_NOW = "run-now";
  public static final String TRIGGER_BACKFILL = "backfill";

  public static final String MISFIRE_FIRE_ONCE = "fire-once";
  public static final String MISFIRE_FIRE_ONCE_COUNTED = "fire-once-counted";
  public static final String MISFIRE_SKIP = "skip";
  public static final String MISFIRE_SKIP_COUNTED = "skip-counted";
  public static final String MISFIRE_FIRE_ALL = "fire-all";

  // Values of COUNT_OF
  public static final String COUNT_OF_RUNS = "runs";
  public static final String COUNT_OF_SUCCESSES = "successes";

  // Values of OVERLAP
  public static final String OVERLAP_ALLOW = "allow";
  public static final String OVERLAP_WAIT = "wait";
  public static final String OVERLAP_SKIP = "skip";
  public static final String OVERLAP_CANCEL = "cancel";

  public static final String DELIVERY_MODE_PERSISTENT = "PERSISTENT";
  public static final String DELIVERY_MODE_NON_PERSISTENT = "NON_PERSISTENT";

  /** To the worker: the id of the due run of the job, the same at each redelivery. String. */
  public static final String FIRE_ID = "scheduler_fireId";

  /** To the worker: the number of the attempt of this run, from 1; a retry increases it. Long. */
  public static final String ATTEMPT = "scheduler_attempt";

  /** To the worker: when the registration was sent, ISO-8601. String. */
  public static final String SENT_AT = "scheduler_sentAt";

  /** To the worker: the definition that the registration named; absent if it named none. String. */
  public static final String DEFINED_BY = "scheduler_definedBy";

  /** To the worker: epoch of the lease under which the job was dispatched. Long. */
  public static final String EPOCH = "scheduler_epoch";

  /** To the worker of a tracked job: the number of the attempt of the run, from 1. Long. */
  public static final String RUN_ATTEMPT = "scheduler_runAttempt";

  /**
   * To the worker of a tracked job: the checkpoint of an earlier attempt, a JSON value; absent if
   * there is none. String.
   */
  public static final String CHECKPOINT = "scheduler_checkpoint";

  /** To the worker of a tracked job: the token that its reports must contain. String. */
  public static final String TOKEN = "scheduler_token";

  /** To the worker and in the receipt: login of the registrant at the broker. String. */
  public static final String REGISTERED_BY = "scheduler_registeredBy";

  /** In the receipt: one of the {@code STATUS_} values. String. */
  public static final String STATUS = "scheduler_status";

  /**
   * In the receipt of a schedule that was cancelled or replaced: planned time of its last run that
   * was dispatched, in epoch milliseconds. Absent if none was dispatched. Long.
   */
  public static final String LAST_PLANNED_AT = "scheduler_lastPlannedAt";

  /** In the receipt of a rejected message: the stable code, {@code SCHED-01xx}. String. */
  public static final String CODE = "scheduler_code";

  /** In the receipt of a rejected message: cause and remedy. String. */
  public static final String REASON = "scheduler_reason";

  /** In the receipt of many jobs: number of lines. Long. */
  public static final String LINES = "scheduler_lines";

  /** In the receipt of many jobs: number of jobs whose key had no waiting job. Long. */
  public static final String ACCEPTED = "scheduler_accepted";

  /** In the receipt of many jobs: number of jobs that replaced a waiting job. Long. */
  public static final String REPLACED = "scheduler_replaced";

  /** In the receipt of many jobs: number of jobs that left a waiting job unchanged. Long. */
  public static final String KEPT = "scheduler_kept";

  /** In the receipt of many jobs: number of jobs that came after a later intent. Long. */
  public static final String OVERTAKEN = "scheduler_overtaken";

  /** In the receipt of many jobs: number of jobs in quarantine. Long. */
  public static final String REJECTED = "scheduler_rejected";

  /** In the receipt of many jobs: only some of the jobs were rejected. */
  public static final String STATUS_PARTLY = "partly";

  public static final String STATUS_ACCEPTED = "accepted";
  public static final String STATUS_REPLACED = "replaced";
  public static final String STATUS_KEPT = "kept";
  public static final String STATUS_REJECTED = "rejected";
  public static final String STATUS_OVERTAKEN = "overtaken";
  public static final String STATUS_CANCELLED = "cancelled";

  /** The job was dispatched before: its tracked run is asked to stop. */
  public static final String STATUS_CANCEL_REQUESTED = "cancel-requested";

  /**
   * The cancel removed no job. A job whose registration was sent earlier, and is stored later or is
   * still in an open transaction, is not dispatched.
   */
  public static final String STATUS_CANCEL_NOTED = "cancel-noted";

  /** A check would be accepted as a registration. */
  public static final String STATUS_ACCEPTABLE = "acceptable";

  private WireContract() {}
}
