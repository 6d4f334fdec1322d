package org.goodtiming.scheduler.registration;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.Mistake;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.job.Cancelled;
import org.goodtiming.scheduler.job.Registered;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/**
 * The result of a registration, as its receipt shows it.
 *
 * @param key null if the message does not contain it
 * @param dueAt when the waiting job is due by database time; null if none waits, or none is known
 * @param mistakes why it is rejected; empty unless it is
 * @param execution fire id of the job that was stored; null if none was, or it is not tracked
 * @param lastPlannedAt planned time of the last dispatched run of the schedule that was cancelled
 *     or replaced; null if none was dispatched, or no schedule was cancelled or replaced
 */
public record Receipt(
    Status status,
    @Nullable JobKey key,
    @Nullable Instant dueAt,
    List<Mistake> mistakes,
    @Nullable UUID execution,
    @Nullable Instant lastPlannedAt)
    implements Reply {

  /** The receipt of a job that is refused. */
  public static Receipt rejected(@Nullable JobKey key, List<Mistake> mistakes) {
    return new Receipt(Status.REJECTED, key, null, mistakes, null, null);
  }

  /** The result in one word. */
  public enum Status {
    ACCEPTED(WireContract.STATUS_ACCEPTED),
    REPLACED(WireContract.STATUS_REPLACED),
    KEPT(WireContract.STATUS_KEPT),
    REJECTED(WireContract.STATUS_REJECTED),
    OVERTAKEN(WireContract.STATUS_OVERTAKEN),
    CANCELLED(WireContract.STATUS_CANCELLED),
    CANCEL_REQUESTED(WireContract.STATUS_CANCEL_REQUESTED),
    CANCEL_NOTED(WireContract.STATUS_CANCEL_NOTED),
    ACCEPTABLE(WireContract.STATUS_ACCEPTABLE);

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }

  /** The receipt of a job that the store did not reject. */
  static Receipt of(Registered registered) {
    Status status =
        switch (registered.outcome()) {
          case ACCEPTED -> Status.ACCEPTED;
          case REPLACED -> Status.REPLACED;
          case KEPT -> Status.KEPT;
          case OVERTAKEN -> Status.OVERTAKEN;
          case REJECTED ->
              throw new IllegalArgumentException(
                  "%s was rejected: say why".formatted(registered.job().key()));
        };
    return new Receipt(
        status,
        registered.job().key(),
        registered.dueAt(),
        List.of(),
        registered.execution(),
        registered.lastPlannedAt());
  }

  static Receipt of(JobKey key, Cancelled cancelled) {
    Status status =
        switch (cancelled.met()) {
          case JOB -> Status.CANCELLED;
          case RUN -> Status.CANCEL_REQUESTED;
          case NOTHING -> Status.CANCEL_NOTED;
        };
    return new Receipt(status, key, null, List.of(), null, cancelled.lastPlannedAt());
  }

  /** The receipt of a job that was stored with the input of an ended run. */
  public static Receipt ofRunAgain(JobKey key, UUID fireId) {
    return new Receipt(Status.ACCEPTED, key, null, List.of(), fireId, null);
  }

  /** The receipt of a job batch that was opened or closed. */
  static Receipt ofBatch() {
    return new Receipt(Status.ACCEPTED, null, null, List.of(), null, null);
  }

  /** The receipt of a job that would be registered. */
  static Receipt acceptable(JobKey key) {
    return new Receipt(Status.ACCEPTABLE, key, null, List.of(), null, null);
  }

  /** The receipt of an ended run that cannot run again now. */
  public static Receipt alreadyWaiting(JobKey key) {
    String reason =
        "a job already waits under '%s', or a cancel with a later send time exists: cancel the waiting job first, or run again later"
            .formatted(key);
    return rejected(key, List.of(new Mistake(Refusal.ALREADY_WAITING.code(), reason)));
  }

  public static Receipt rejected(Intent.Refused refused) {
    return rejected(key(refused.queue(), refused.jobId()), refused.mistakes());
  }

  /** Of the first mistake; null unless rejected. */
  public @Nullable String code() {
    return mistakes.isEmpty() ? null : mistakes.get(0).code();
  }

  /** Of the first mistake; null unless rejected. */
  public @Nullable String reason() {
    return mistakes.isEmpty() ? null : mistakes.get(0).reason();
  }

  /** Whether a new or replaced job waits now. */
  boolean isNews() {
    return status == Status.ACCEPTED || status == Status.REPLACED;
  }

  /** Publishes the events by itself, after the commit of its transaction. */
  public void tell(Events events) {
    RegistrationTally tally = new RegistrationTally();
    tally.add(this);
    tally.tell(events);
  }

  @Override
  public @Nullable Instant firstNews() {
    return isNews() ? dueAt : null;
  }

  @Override
  public void addTo(RegistrationTally tally) {
    tally.add(this);
  }

  @Override
  public String word() {
    return status.wireName();
  }

  @Override
  public Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(WireContract.SCHEDULER_VERSION, WireContract.VERSION);
    properties.put(WireContract.STATUS, status.wireName());
    if (key != null) {
      properties.put(WireContract.QUEUE, key.queue());
      properties.put(WireContract.JOB_ID, key.jobId());
    }
    if (dueAt != null) {
      properties.put(WireContract.DUE_AT, dueAt.toEpochMilli());
    }
    if (lastPlannedAt != null) {
      properties.put(WireContract.LAST_PLANNED_AT, lastPlannedAt.toEpochMilli());
    }
    if (!mistakes.isEmpty()) {
      properties.put(WireContract.CODE, mistakes.get(0).code());
      properties.put(WireContract.REASON, mistakes.get(0).reason());
    }
    return properties;
  }

  private static @Nullable JobKey key(@Nullable String queue, @Nullable String jobId) {
    if (queue == null || jobId == null || queue.isBlank() || jobId.isBlank()) {
      return null;
    }
    return new JobKey(queue, jobId);
  }
}
