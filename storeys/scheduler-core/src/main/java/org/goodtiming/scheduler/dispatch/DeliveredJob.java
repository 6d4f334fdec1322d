package org.goodtiming.scheduler.dispatch;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.TrackedRun;
import org.jspecify.annotations.Nullable;

/**
 * A job as the wire contract describes it to its worker.
 *
 * @param epoch of the lease under which it is dispatched
 */
public record DeliveredJob(ClaimedJob job, long epoch) {

  /** The property by which Artemis refuses a second message with the same value, from any node. */
  private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

  /** All properties of the message: String, Long, Double or Boolean values. */
  public Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>(job.envelope().properties());
    job.envelope()
        .carried()
        .forEach((property, value) -> properties.put(property.wireName(), value));
    properties.put(WireContract.QUEUE, job.key().queue());
    properties.put(WireContract.JOB_ID, job.key().jobId());
    properties.put(WireContract.DUE_AT, job.dueAt().toEpochMilli());
    properties.put(WireContract.FIRE_ID, job.fireId().toString());
    properties.put(WireContract.ATTEMPT, (long) job.attempt());
    properties.put(WireContract.SENT_AT, job.sentAt().toString());
    properties.put(WireContract.EPOCH, epoch);
    properties.put(DUPLICATE_ID, duplicateId());
    addRun(properties);
    addPlanned(properties);
    addIfPresent(properties, WireContract.DEFINED_BY, job.definition());
    addIfPresent(properties, WireContract.REGISTERED_BY, job.registeredBy());
    addIfPresent(properties, "JMSXGroupID", job.envelope().group());
    return properties;
  }

  /** JMSType; null if it has none. */
  public @Nullable String type() {
    return carried(JobProperty.TYPE);
  }

  /** JMSCorrelationID; null if it has none. */
  public @Nullable String correlationId() {
    return carried(JobProperty.CORRELATION_ID);
  }

  /** Name of the queue that JMSReplyTo names; null if it has none. */
  public @Nullable String replyTo() {
    return carried(JobProperty.REPLY_TO);
  }

  private @Nullable String carried(JobProperty property) {
    Object value = job.envelope().carried().get(property);
    return value == null ? null : value.toString();
  }

  /** A further attempt is not a duplicate. */
  private String duplicateId() {
    return job.attempt() == 1 ? job.fireId().toString() : job.fireId() + "/" + job.attempt();
  }

  private void addRun(Map<String, Object> properties) {
    TrackedRun run = job.run();
    if (run != null) {
      properties.put(WireContract.TRACKED, true);
      properties.put(WireContract.RUN_ATTEMPT, (long) run.attempt());
      properties.put(WireContract.TOKEN, run.token());
      addIfPresent(properties, WireContract.CHECKPOINT, run.checkpoint());
    }
  }

  private void addPlanned(Map<String, Object> properties) {
    PlannedRun planned = job.planned();
    if (planned != null) {
      properties.put(WireContract.PLANNED_AT, planned.plannedAt().toEpochMilli());
      properties.put(WireContract.RUN, (long) planned.number());
      addIfPresent(properties, WireContract.PREVIOUS_AT, millis(planned.previousAt()));
      addIfPresent(properties, WireContract.NEXT_AT, millis(planned.nextAt()));
      addIfPresent(properties, WireContract.LATE, planned.late());
      addIfPresent(properties, WireContract.TRIGGER, trigger(planned));
    }
  }

  private static @Nullable String trigger(PlannedRun run) {
    if (!run.isAdded()) {
      return null;
    }
    return WireContract.LATE_BACKFILL.equals(run.late())
        ? WireContract.TRIGGER_BACKFILL
        : WireContract.TRIGGER_RUN_NOW;
  }

  private static @Nullable Long millis(@Nullable Instant moment) {
    return moment == null ? null : moment.toEpochMilli();
  }

  private static void addIfPresent(
      Map<String, Object> properties, String name, @Nullable Object value) {
    if (value != null) {
      properties.put(name, value);
    }
  }
}
