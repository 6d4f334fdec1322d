package org.goodtiming.scheduler.job;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * All properties of the wire contract. Parsers, table, quarantine and deliveries use this enum; a
 * new property that the scheduler only passes on needs one more constant.
 */
public enum JobProperty {
  VERSION(WireContract.SCHEDULER_VERSION, Use.MESSAGE),
  OP(WireContract.OP, Use.MESSAGE),
  BATCH_SIZE(WireContract.BATCH_SIZE, Use.MESSAGE),
  BATCH_TIMEOUT(WireContract.BATCH_TIMEOUT, Use.MESSAGE),

  QUEUE(WireContract.QUEUE, Use.JOB),
  JOB_ID(WireContract.JOB_ID, Use.JOB),
  DUE_AT(WireContract.DUE_AT, Use.JOB),
  DELAY(WireContract.DELAY, Use.JOB),
  IF_EXISTS(WireContract.IF_EXISTS, Use.JOB),
  SINCE(WireContract.SINCE, Use.JOB),
  PRIORITY(WireContract.PRIORITY, Use.JOB),
  EXPIRES_AT(WireContract.EXPIRES_AT, Use.JOB),
  GROUP(WireContract.GROUP, Use.JOB),
  TRACKED(WireContract.TRACKED, Use.JOB),

  DEFINITION(WireContract.DEFINITION, Use.JOB),

  RECURRENCE(WireContract.RECURRENCE, Use.JOB),
  ZONE(WireContract.ZONE, Use.JOB),
  START(WireContract.START, Use.JOB),
  UNTIL(WireContract.UNTIL, Use.JOB),
  COUNT(WireContract.COUNT, Use.JOB),
  COUNT_OF(WireContract.COUNT_OF, Use.JOB),
  MISFIRE(WireContract.MISFIRE, Use.JOB),
  CALENDAR(WireContract.CALENDAR, Use.JOB),
  JITTER(WireContract.JITTER, Use.JOB),
  OVERLAP(WireContract.OVERLAP, Use.JOB),
  PAUSE_AFTER_FAILURES(WireContract.PAUSE_AFTER_FAILURES, Use.JOB),
  STATEFUL(WireContract.STATEFUL, Use.JOB),

  CONTENT_TYPE(WireContract.CONTENT_TYPE, Type.TEXT),
  TRACEPARENT(WireContract.TRACEPARENT, Type.TRACEPARENT),
  TRACESTATE(WireContract.TRACESTATE, Type.TRACESTATE),
  TYPE(WireContract.TYPE, Type.TEXT),
  CORRELATION_ID(WireContract.CORRELATION_ID, Type.TEXT),
  REPLY_TO(WireContract.REPLY_TO, Type.TEXT),
  TIME_TO_LIVE(WireContract.TIME_TO_LIVE, Type.MILLISECONDS),
  DELIVERY_MODE(WireContract.DELIVERY_MODE, Type.DELIVERY_MODE),
  LOCALE(WireContract.LOCALE, Type.LANGUAGE_TAG),
  RETRY(WireContract.RETRY, Type.RETRY_POLICY),
  RUN_TIMEOUT(WireContract.RUN_TIMEOUT, Type.RUN_LIMIT),
  AFTER(WireContract.AFTER, Type.JOBS),
  IF_PARENT_FAILS(WireContract.IF_PARENT_FAILS, Type.IF_PARENT_FAILS),
  PARENT_TIMEOUT(WireContract.PARENT_TIMEOUT, Type.PARENT_TIMEOUT),
  BATCH(WireContract.BATCH, Type.TEXT),
  AFTER_BATCH(WireContract.AFTER_BATCH, Type.TEXT),
  ON_BATCH_FAILURE(WireContract.ON_BATCH_FAILURE, Type.TEXT),

  FIRE_ID(WireContract.FIRE_ID, Use.OUTBOUND),
  ATTEMPT(WireContract.ATTEMPT, Use.OUTBOUND),
  SENT_AT(WireContract.SENT_AT, Use.OUTBOUND),
  DEFINED_BY(WireContract.DEFINED_BY, Use.OUTBOUND),
  EPOCH(WireContract.EPOCH, Use.OUTBOUND),
  REGISTERED_BY(WireContract.REGISTERED_BY, Use.OUTBOUND),
  RUN_ATTEMPT(WireContract.RUN_ATTEMPT, Use.OUTBOUND),
  TOKEN(WireContract.TOKEN, Use.OUTBOUND),
  CHECKPOINT(WireContract.CHECKPOINT, Use.OUTBOUND),
  PARENTS(WireContract.PARENTS, Use.OUTBOUND),
  PLANNED_AT(WireContract.PLANNED_AT, Use.OUTBOUND),
  RUN(WireContract.RUN, Use.OUTBOUND),
  PREVIOUS_AT(WireContract.PREVIOUS_AT, Use.OUTBOUND),
  NEXT_AT(WireContract.NEXT_AT, Use.OUTBOUND),
  LATE(WireContract.LATE, Use.OUTBOUND),
  TRIGGER(WireContract.TRIGGER, Use.OUTBOUND),
  STATUS(WireContract.STATUS, Use.OUTBOUND),
  LAST_PLANNED_AT(WireContract.LAST_PLANNED_AT, Use.OUTBOUND),
  CODE(WireContract.CODE, Use.OUTBOUND),
  REASON(WireContract.REASON, Use.OUTBOUND),
  LINES(WireContract.LINES, Use.OUTBOUND),
  ACCEPTED(WireContract.ACCEPTED, Use.OUTBOUND),
  REPLACED(WireContract.REPLACED, Use.OUTBOUND),
  KEPT(WireContract.KEPT, Use.OUTBOUND),
  OVERTAKEN(WireContract.OVERTAKEN, Use.OUTBOUND),
  REJECTED(WireContract.REJECTED, Use.OUTBOUND);

  /** The party that sets the property, and the purpose. */
  public enum Use {
    /** The registrant, for a message as a whole. */
    MESSAGE,
    /** The registrant, for a job; the scheduler acts on it. */
    JOB,
    /** The registrant, for the worker; the scheduler passes it on. */
    CARRIED,
    /** The scheduler, for workers and in receipts. */
    OUTBOUND;

    public boolean isOfRegistrants() {
      return this == MESSAGE || this == JOB || this == CARRIED;
    }
  }

  /** The values that a carried property may have. */
  public enum Type {
    /** Text that is not blank, of at most {@link WireContract#MAX_TEXT_LENGTH} characters. */
    TEXT,
    /** A whole number from 1, or its digits. */
    MILLISECONDS,
    /** A keyword of the wire contract. */
    DELIVERY_MODE,
    /** A language tag by BCP 47. */
    LANGUAGE_TAG,
    /** The text form of {@link RetryPolicy}. */
    RETRY_POLICY,
    /** A duration from a second to 366 days. */
    RUN_LIMIT,
    /** Keys of jobs, as the text form of {@link JobParents} has them. */
    JOBS,
    /** A keyword of the wire contract. */
    IF_PARENT_FAILS,
    /** A duration from a second to 366 days. */
    PARENT_TIMEOUT,
    /** A W3C trace context; a malformed value is dropped. */
    TRACEPARENT,
    /** The state of the trace; dropped without a traceparent. */
    TRACESTATE
  }

  private static final Map<String, JobProperty> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(p -> p.wireName, p -> p));
  private static final List<JobProperty> CARRIED = only(p -> p.use == Use.CARRIED);

  private final String wireName;
  private final Use use;
  private final @Nullable Type type;

  JobProperty(String wireName, Use use) {
    this(wireName, use, null);
  }

  /** A carried property; stored among the user's properties, unless it has a {@link JobColumn}. */
  JobProperty(String wireName, Type type) {
    this(wireName, Use.CARRIED, type);
  }

  JobProperty(String wireName, Use use, @Nullable Type type) {
    this.wireName = wireName;
    this.use = use;
    this.type = type;
  }

  /** Null if the contract has no such property. */
  public static @Nullable JobProperty named(String wireName) {
    return BY_NAME.get(wireName);
  }

  /** The properties that the scheduler passes on to the worker. */
  public static List<JobProperty> carried() {
    return CARRIED;
  }

  public String wireName() {
    return wireName;
  }

  /** The field of a line of {@code scheduleAll}. */
  public String lineField() {
    return wireName.startsWith(WireContract.RESERVED_PREFIX)
        ? wireName.substring(WireContract.RESERVED_PREFIX.length())
        : wireName;
  }

  public Use use() {
    return use;
  }

  /** Null unless carried. */
  public @Nullable Type type() {
    return type;
  }

  private static List<JobProperty> only(Predicate<JobProperty> wanted) {
    return Arrays.stream(values()).filter(wanted).toList();
  }
}
