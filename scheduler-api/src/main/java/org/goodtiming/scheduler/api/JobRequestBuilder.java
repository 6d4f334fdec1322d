package org.goodtiming.scheduler.api;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link JobRequest}. Call one of {@link #dueAt}, {@link #delay} and {@link #recurring};
 * everything else is optional. Every method refuses an invalid value with an {@link
 * IllegalArgumentException} whose message names the fault.
 */
public final class JobRequestBuilder {

  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");
  private static final int MAX_WORKING_TIME = 999_999;
  private static final Duration MAX_TIME_TO_LIVE = Duration.ofMillis(999_999_999_999_999L);
  private static final Pattern W3C_TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  final String queue;
  final Map<String, Object> properties = new LinkedHashMap<>();
  @Nullable String jobId;
  @Nullable Instant dueAt;
  @Nullable Instant expiresAt;
  byte @Nullable [] bytes;
  String text = "";

  JobRequestBuilder(String queue) {
    this.queue = StorableText.name("queue", queue);
  }

  /** The business identification, unique within the queue; by default a random UUID. */
  public JobRequestBuilder jobId(String jobId) {
    this.jobId = StorableText.name("jobId", jobId);
    return this;
  }

  /**
   * The due time, by the database's clock; a job whose due time has passed is due at once. Replaces
   * an earlier {@link #delay} or {@link #recurring}.
   */
  public JobRequestBuilder dueAt(Instant dueAt) {
    withoutDueTime();
    this.dueAt = moment("dueAt", dueAt);
    return with(WireContract.DUE_AT, dueAt.toString());
  }

  /**
   * The time from the storing of the job, by the database's clock, to its due time. Replaces an
   * earlier {@link #dueAt} or {@link #recurring}.
   */
  public JobRequestBuilder delay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay is " + delay + " but must not be negative");
    }
    // 8,000 years from now is the year 10000, within a little: the scheduler checks to the second
    if (delay.toDays() > 8_000L * 366) {
      throw new IllegalArgumentException(
          "delay is " + delay + " but the due time must lie before the year 10000");
    }
    return delayed(delay.toString());
  }

  /**
   * The same time of the day after a number of working days, or the next working time if that time
   * is excluded. Replaces an earlier {@link #dueAt}, {@link #delay} or {@link #recurring}.
   *
   * @param days zero or more, at most 999,999
   * @param calendar excludes what is not working time; operators have created it, and the scheduler
   *     refuses an unknown one
   * @param zone in which the calendar is read
   */
  public JobRequestBuilder workingDays(int days, String calendar, ZoneId zone) {
    return inWorkingTime("working days", days, calendar, zone);
  }

  /**
   * The end of an amount of working time that begins when the job is stored. Replaces an earlier
   * {@link #dueAt}, {@link #delay} or {@link #recurring}.
   *
   * @param time whole minutes, zero or more, at most 999,999 minutes
   * @param calendar excludes what is not working time; operators have created it, and the scheduler
   *     refuses an unknown one
   * @param zone in which the calendar is read
   */
  public JobRequestBuilder workingTime(Duration time, String calendar, ZoneId zone) {
    if (!time.truncatedTo(ChronoUnit.MINUTES).equals(time)) {
      throw new IllegalArgumentException("working time is " + time + " but must be whole minutes");
    }
    return inWorkingTime("working minutes", time.toMinutes(), calendar, zone);
  }

  private JobRequestBuilder inWorkingTime(String unit, long amount, String calendar, ZoneId zone) {
    if (amount < 0 || amount > MAX_WORKING_TIME) {
      throw new IllegalArgumentException(
          "%s are %d but must be 0 to %d".formatted(unit, amount, MAX_WORKING_TIME));
    }
    return delayed(amount + " " + unit).calendar(calendar).with(WireContract.ZONE, zone.getId());
  }

  private JobRequestBuilder delayed(String delay) {
    withoutDueTime();
    return with(WireContract.DELAY, delay);
  }

  private void withoutDueTime() {
    dueAt = null;
    if (isInWorkingTime()) {
      properties.remove(WireContract.CALENDAR);
      properties.remove(WireContract.ZONE);
    }
    properties.remove(WireContract.DUE_AT);
    properties.remove(WireContract.DELAY);
    properties.remove(WireContract.RECURRENCE);
  }

  private boolean isInWorkingTime() {
    return properties.containsKey(WireContract.ZONE);
  }

  /**
   * Makes the job recur. Replaces an earlier {@link #dueAt} or {@link #delay}.
   *
   * @param recurrence a {@code Recurrence} of module {@code scheduler-recurrence}, or its text
   *     form, for example {@code cron:0 0 6 ? * MON-FRI zone=Europe/Berlin}; the scheduler
   *     validates it, not this method
   */
  public JobRequestBuilder recurring(CharSequence recurrence) {
    String text = recurrence.toString();
    withoutDueTime();
    if (text.isBlank()) {
      throw new IllegalArgumentException("recurring is blank but must be a recurrence");
    }
    return with(WireContract.RECURRENCE, StorableText.withoutNul("recurring", text));
  }

  /** How the scheduler treats missed runs of a recurring job. */
  public JobRequestBuilder misfire(JobRequest.Misfire misfire) {
    return with(WireContract.MISFIRE, misfire.wireName);
  }

  /**
   * As {@link JobRequest.Misfire#FIRE_ALL}, but dispatches only the waiting run and the runs that
   * were missed within this period.
   *
   * @param within more than zero, at most 366 days
   */
  public JobRequestBuilder fireAll(Duration within) {
    requireWithin("fireAll", within, Duration.ofDays(366));
    return with(WireContract.MISFIRE, WireContract.MISFIRE_FIRE_ALL + "/" + within);
  }

  /**
   * Spreads the runs of a recurring job: each run is dispatched at a random time between its
   * planned time and this duration later, so that many schedules with the same times are not due
   * together.
   *
   * @param jitter more than zero, at most one day
   */
  public JobRequestBuilder jitter(Duration jitter) {
    requireWithin("jitter", jitter, Duration.ofDays(1));
    return with(WireContract.JITTER, jitter.toString());
  }

  private static void requireWithin(String name, Duration value, Duration longest) {
    if (value.isNegative() || value.isZero() || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "%s is %s but must be more than zero and at most %s".formatted(name, value, longest));
    }
  }

  /**
   * Prevents overlapping runs of a recurring job: a due run waits until the worker of the last run
   * has reported its end. The job is tracked.
   *
   * @param limit the longest wait
   */
  public JobRequestBuilder withoutOverlap(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException(
          "withoutOverlap is %s but must be more than zero".formatted(limit));
    }
    return with(WireContract.OVERLAP, WireContract.OVERLAP_WAIT + "/" + limit);
  }

  /**
   * What happens to a run of a recurring job that is due before the end of the previous run. The
   * job is tracked, unless its runs may overlap.
   */
  public JobRequestBuilder overlap(JobRequest.Overlap overlap) {
    return with(WireContract.OVERLAP, overlap.wireName);
  }

  /**
   * Pauses a recurring job when so many of its runs in a row have failed; retries of a run do not
   * count. Somebody has to resume it. The job is tracked.
   *
   * @param runs 1 to 1000
   */
  public JobRequestBuilder pauseAfterFailures(int runs) {
    if (runs < 1 || runs > 1000) {
      throw new IllegalArgumentException(
          "pauseAfterFailures is %d but must be 1 to 1000".formatted(runs));
    }
    return with(WireContract.PAUSE_AFTER_FAILURES, (long) runs);
  }

  /**
   * Ends a job that recurs without overlap after this number of runs that their workers have
   * reported as finished. Other runs do not count.
   *
   * @param count 1 to 9999
   */
  public JobRequestBuilder untilSuccesses(int count) {
    if (count < 1 || count > 9999) {
      throw new IllegalArgumentException(
          "untilSuccesses is %d but must be 1 to 9999".formatted(count));
    }
    with(WireContract.COUNT, (long) count);
    return with(WireContract.COUNT_OF, WireContract.COUNT_OF_SUCCESSES);
  }

  /**
   * Makes the result of each run the payload of the next one, in a job that recurs without overlap.
   */
  public JobRequestBuilder stateful() {
    return with(WireContract.STATEFUL, true);
  }

  /**
   * Excludes the times of a calendar: no run of the recurring job is due then. Later changes of the
   * calendar apply to the schedule, too.
   *
   * @param name of a calendar that operators have created; the scheduler refuses an unknown one
   */
  public JobRequestBuilder calendar(String name) {
    return with(WireContract.CALENDAR, StorableText.withoutNul("calendar", name));
  }

  /**
   * Takes payload, properties, priority and group from a definition, unless the request sets them.
   * An empty payload counts as not set.
   *
   * @param name of a definition that operators have created for the same queue; the scheduler
   *     refuses an unknown one
   */
  public JobRequestBuilder definition(String name) {
    return with(WireContract.DEFINITION, StorableText.name("definition", name));
  }

  /**
   * The parents: the job waits until all of them have ended, and is due then unless it has a due
   * time or a delay, which counts from the end. They must be tracked, or of a worker queue that
   * tells the ends of runs. Replaces earlier parents.
   *
   * @param parents 1 to {@link WireContract#MAX_PARENTS}, registered before or after this job
   */
  public JobRequestBuilder after(JobKey... parents) {
    if (parents.length == 0 || parents.length > WireContract.MAX_PARENTS) {
      throw new IllegalArgumentException(
          "after has %d parents but must have 1 to %d"
              .formatted(parents.length, WireContract.MAX_PARENTS));
    }
    return with(WireContract.AFTER, ParentRun.keys(parents));
  }

  /**
   * Makes the job a member of a job batch, which {@link JobScheduler#batch} or {@link
   * JobScheduler#closeBatch} closes. It must be tracked, or of a worker queue that tells the ends
   * of runs.
   *
   * @param id of the batch
   */
  public JobRequestBuilder batch(String id) {
    return with(WireContract.BATCH, StorableText.name("batch", id));
  }

  /** The job waits until all members of a job batch have ended, as after a parent. */
  public JobRequestBuilder afterBatch(String id) {
    return with(WireContract.AFTER_BATCH, StorableText.name("afterBatch", id));
  }

  /**
   * The job waits until a member of a job batch has failed. It is cancelled if the batch ends
   * without that.
   */
  public JobRequestBuilder onBatchFailure(String id) {
    return with(WireContract.ON_BATCH_FAILURE, StorableText.name("onBatchFailure", id));
  }

  /** Whether it has been said when the job is due. */
  boolean hasDueTime() {
    return dueAt != null
        || properties.containsKey(WireContract.DELAY)
        || properties.containsKey(WireContract.RECURRENCE);
  }

  /**
   * What becomes of the job if a parent ends otherwise than {@code FINISHED}; by default it is
   * held.
   */
  public JobRequestBuilder ifParentFails(JobRequest.IfParentFails ifParentFails) {
    return with(WireContract.IF_PARENT_FAILS, ifParentFails.wireName);
  }

  /**
   * How long a parent may not be registered, counted from the due time; by default one day. Then it
   * has failed.
   *
   * @param limit a second to 366 days
   */
  public JobRequestBuilder parentTimeout(Duration limit) {
    return with(WireContract.PARENT_TIMEOUT, limit("parentTimeout", limit).toString());
  }

  /** The payload as text. Replaces earlier {@link #bytes}. */
  public JobRequestBuilder text(String text) {
    this.text = StorableText.encodable("text", text);
    this.bytes = null;
    return this;
  }

  /** The payload as bytes. Replaces an earlier {@link #text}. */
  public JobRequestBuilder bytes(byte[] bytes) {
    this.bytes = bytes.clone();
    this.text = "";
    return this;
  }

  /** Media type of the payload, for example {@code application/json}; passed on without a check. */
  public JobRequestBuilder contentType(String contentType) {
    return with(WireContract.CONTENT_TYPE, StorableText.name("contentType", contentType));
  }

  /**
   * A user property for the worker.
   *
   * @param name a Java identifier that begins with {@code x_}
   */
  public JobRequestBuilder property(String name, String value) {
    String what = "property " + Objects.requireNonNull(name, "name");
    return with(userName(name), StorableText.withoutNul(what, Objects.requireNonNull(value, what)));
  }

  /** As {@link #property(String, String)}; the worker gets a long. */
  public JobRequestBuilder property(String name, long value) {
    return with(userName(name), value);
  }

  /** As {@link #property(String, String)}; the worker gets a long. */
  public JobRequestBuilder property(String name, int value) {
    return with(userName(name), (long) value);
  }

  /** As {@link #property(String, String)}. */
  public JobRequestBuilder property(String name, boolean value) {
    return with(userName(name), value);
  }

  /** JMS priority, 0 to 9, higher first; by default 4. */
  public JobRequestBuilder priority(int priority) {
    if (priority < 0 || priority > 9) {
      throw new IllegalArgumentException("priority is " + priority + " but must be 0 to 9");
    }
    return with(WireContract.PRIORITY, (long) priority);
  }

  /** The job is not dispatched from this time on. By default, the job never expires. */
  public JobRequestBuilder expiresAt(Instant expiresAt) {
    this.expiresAt = moment("expiresAt", expiresAt);
    return with(WireContract.EXPIRES_AT, expiresAt.toString());
  }

  /** Jobs of one group are processed one after the other, by one worker at a time. */
  public JobRequestBuilder group(String group) {
    return with(WireContract.GROUP, StorableText.name("group", group));
  }

  /**
   * Whether the scheduler keeps an execution of the job; by default the setting of the worker queue
   * applies.
   */
  public JobRequestBuilder tracked(boolean tracked) {
    return with(WireContract.TRACKED, tracked);
  }

  /**
   * Cancels of the job that were sent after this moment count, too, as if the request had been sent
   * then: the job is not stored, and its receipt is {@code OVERTAKEN}. A moment after the request
   * is sent changes nothing. The scheduler knows the cancels of the last day.
   */
  public JobRequestBuilder since(Instant moment) {
    return with(WireContract.SINCE, moment("since", moment).toString());
  }

  /** How the registration treats a job that already waits under the same queue and job id. */
  public JobRequestBuilder ifExists(JobRequest.IfExists ifExists) {
    return with(WireContract.IF_EXISTS, ifExists.wireName);
  }

  /** JMSType of the message to the worker. */
  public JobRequestBuilder type(String type) {
    return with(WireContract.TYPE, StorableText.name("type", type));
  }

  /** JMSCorrelationID of the message to the worker. */
  public JobRequestBuilder correlationId(String correlationId) {
    return with(WireContract.CORRELATION_ID, StorableText.name("correlationId", correlationId));
  }

  /** JMSReplyTo of the message to the worker: a queue on the scheduler's allow-list. */
  public JobRequestBuilder replyTo(String queue) {
    return with(WireContract.REPLY_TO, StorableText.name("replyTo", queue));
  }

  /**
   * How long the broker keeps the message for the worker, counted from the dispatch; by default for
   * ever. At least one millisecond.
   */
  public JobRequestBuilder timeToLive(Duration timeToLive) {
    if (timeToLive.compareTo(Duration.ofMillis(1)) < 0
        || timeToLive.compareTo(MAX_TIME_TO_LIVE) > 0) {
      throw new IllegalArgumentException(
          "timeToLive is %s but must be from PT0.001S to %s"
              .formatted(timeToLive, MAX_TIME_TO_LIVE));
    }
    return with(WireContract.TIME_TO_LIVE, timeToLive.toMillis());
  }

  /** Makes the message to the worker non-persistent: the broker may lose it in a crash. */
  public JobRequestBuilder nonPersistent() {
    return with(WireContract.DELIVERY_MODE, WireContract.DELIVERY_MODE_NON_PERSISTENT);
  }

  /**
   * How long a run may take from its dispatch to its end, if the job is tracked; by default the
   * setting of the worker queue applies. A run that takes longer is tried again by its retry
   * policy, or ends as an error.
   *
   * @param limit a second to 366 days
   */
  public JobRequestBuilder runTimeout(Duration limit) {
    return with(WireContract.RUN_TIMEOUT, limit("runTimeout", limit).toString());
  }

  static Duration limit(String what, Duration limit) {
    if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(Duration.ofDays(366)) > 0) {
      throw new IllegalArgumentException(
          "%s is %s but must be PT1S to P366D".formatted(what, limit));
    }
    return limit;
  }

  /**
   * How often the scheduler tries the job again if its worker fails at all deliveries of the
   * broker; by default the setting of the worker queue applies.
   *
   * @param policy for example {@code RetryPolicy.parse("PT1M,PT10M,PT1H")}, or {@link
   *     RetryPolicy#NONE}
   */
  public JobRequestBuilder retry(RetryPolicy policy) {
    return with(WireContract.RETRY, policy.toString());
  }

  /** Locale of the caller; passed on to the worker. */
  public JobRequestBuilder locale(Locale locale) {
    return with(WireContract.LOCALE, StorableText.name("locale", locale.toLanguageTag()));
  }

  /** W3C trace context, for example {@code 00-<32 hex>-<16 hex>-01}; passed on to the worker. */
  public JobRequestBuilder traceparent(String traceparent) {
    if (!W3C_TRACEPARENT.matcher(traceparent).matches()) {
      throw new IllegalArgumentException(
          "traceparent is '%.100s' but must be of the W3C form 00-<32 hex>-<16 hex>-<2 hex>"
              .formatted(traceparent));
    }
    return with(WireContract.TRACEPARENT, traceparent);
  }

  /** W3C trace context; passed on to the worker. */
  public JobRequestBuilder tracestate(String tracestate) {
    return with(WireContract.TRACESTATE, StorableText.withoutNul("tracestate", tracestate));
  }

  /**
   * Builds the request.
   *
   * @throws IllegalStateException if there is no due time, if a recurring job has an expiry or
   *     parents, or if a job that does not recur has a misfire policy or a calendar
   * @throws IllegalArgumentException if the job would expire before it is due
   */
  public JobRequest build() {
    boolean recurs = properties.containsKey(WireContract.RECURRENCE);
    boolean isAfter =
        properties.containsKey(WireContract.AFTER)
            || properties.containsKey(WireContract.AFTER_BATCH)
            || properties.containsKey(WireContract.ON_BATCH_FAILURE);
    if (!isAfter && !hasDueTime()) {
      throw new IllegalStateException(
          "a job needs a due time: call dueAt(...), delay(...), recurring(...) or after(...)");
    }
    if (recurs && isAfter) {
      throw new IllegalStateException(
          "after(...) is for jobs that do not recur: omit recurring(...)");
    }
    if (recurs && properties.containsKey(WireContract.BATCH)) {
      throw new IllegalStateException(
          "batch(...) is for jobs that do not recur: omit recurring(...)");
    }
    if (properties.containsKey(WireContract.BATCH)
        && WireContract.IF_EXISTS_KEEP.equals(properties.get(WireContract.IF_EXISTS))) {
      throw new IllegalStateException(
          "a job that waits already would stay outside batch(...): omit ifExists(KEEP)");
    }
    if (!isAfter && properties.containsKey(WireContract.IF_PARENT_FAILS)) {
      throw new IllegalStateException(
          "ifParentFails(...) is for jobs after others: call after(...)");
    }
    if (!isAfter && properties.containsKey(WireContract.PARENT_TIMEOUT)) {
      throw new IllegalStateException(
          "parentTimeout(...) is for jobs after others: call after(...)");
    }
    if (recurs && expiresAt != null) {
      throw new IllegalStateException(
          "a recurring job does not expire: omit expiresAt(...), and add until=... to the recurrence");
    }
    if (!recurs && properties.containsKey(WireContract.MISFIRE)) {
      throw new IllegalStateException("misfire(...) is for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.OVERLAP)) {
      throw new IllegalStateException(
          "overlap(...) and withoutOverlap(...) are for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.PAUSE_AFTER_FAILURES)) {
      throw new IllegalStateException(
          "pauseAfterFailures(...) is for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.STATEFUL)) {
      throw new IllegalStateException("stateful() is for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.COUNT_OF)) {
      throw new IllegalStateException(
          "untilSuccesses(...) is for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.JITTER)) {
      throw new IllegalStateException("jitter(...) is for recurring jobs: call recurring(...)");
    }
    if (!recurs && properties.containsKey(WireContract.CALENDAR) && !isInWorkingTime()) {
      throw new IllegalStateException("calendar(...) is for recurring jobs: call recurring(...)");
    }
    if (dueAt != null && expiresAt != null && !expiresAt.isAfter(dueAt)) {
      throw new IllegalArgumentException(
          "expiresAt is %s but must be after dueAt, %s".formatted(expiresAt, dueAt));
    }
    return new JobRequest(this);
  }

  private JobRequestBuilder with(String name, Object value) {
    properties.put(name, value);
    return this;
  }

  private static Instant moment(String what, Instant moment) {
    if (moment.isBefore(Instant.EPOCH) || !moment.isBefore(YEAR_10000)) {
      throw new IllegalArgumentException(
          what + " is " + moment + " but must lie in the years 1970 to 9999");
    }
    return moment;
  }

  private static String userName(String name) {
    if (!name.startsWith(WireContract.USER_PREFIX)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "property '%.100s' must begin with x_, as all properties of the user: call it x_%.100s",
              name,
              name));
    }
    if (!name.chars().allMatch(Character::isJavaIdentifierPart) || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "property '%.100s' must be a Java identifier, as JMS requires".formatted(name));
    }
    return name;
  }
}
