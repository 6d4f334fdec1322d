package org.goodtiming.scheduler.deadletter;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.Intent;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.contract.kept.KeptJob;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, read as the job that its worker has failed at.
 *
 * @param attempt that has failed, from 1
 * @param sentAt when its registration was sent
 * @param token of a tracked run; null if it is not tracked
 * @param definition that the registration named; null if it named none
 * @param policy of the job itself; null: that of its queue applies
 * @param planned null unless the job recurs
 */
record FailedJob(
    JobKey key,
    UUID fireId,
    int attempt,
    Instant sentAt,
    @Nullable String token,
    @Nullable String definition,
    @Nullable String policy,
    @Nullable PlannedRun planned,
    ReceivedMessage message) {

  /**
   * Reads the job of a dead letter; empty if the scheduler did not send the message to this queue.
   *
   * @param queue in which the message became a dead letter
   */
  static Optional<FailedJob> of(ReceivedMessage message, @Nullable String queue) {
    Map<String, Object> properties = message.properties();
    boolean sendable = message.kind() == Kind.TEXT || message.kind() == Kind.BYTES;
    if (!sendable || queue == null || !queue.equals(properties.get(WireContract.QUEUE))) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new FailedJob(
              new JobKey(queue, text(properties, WireContract.JOB_ID)),
              UUID.fromString(text(properties, WireContract.FIRE_ID)),
              Integer.parseInt(text(properties, WireContract.ATTEMPT)),
              Instant.parse(text(properties, WireContract.SENT_AT)),
              optional(properties, WireContract.TOKEN),
              optional(properties, WireContract.DEFINED_BY),
              optional(properties, WireContract.RETRY),
              planned(properties),
              message));
    } catch (IllegalArgumentException | DateTimeException notFromThisScheduler) {
      return Optional.empty();
    }
  }

  /**
   * The job as its registrant wants it.
   *
   * @param now by the database's clock
   */
  Intent registration(RegistrationParser parser, Instant now) {
    Map<String, Object> properties = message.properties();
    Sender registrant = new Sender(optional(properties, WireContract.REGISTERED_BY), null, null);
    return parser.parse(
        new ReceivedMessage(
            message.kind(),
            KeptJob.registration(properties, key.queue(), key.jobId(), now),
            message.body(),
            message.bodyLength(),
            new Origin(null, sentAt, true, 1, registrant)),
        now);
  }

  private static @Nullable PlannedRun planned(Map<String, Object> properties) {
    Instant plannedAt = time(properties, WireContract.PLANNED_AT);
    return plannedAt == null
        ? null
        : new PlannedRun(
            plannedAt,
            Integer.parseInt(text(properties, WireContract.RUN)),
            time(properties, WireContract.PREVIOUS_AT),
            time(properties, WireContract.NEXT_AT),
            null,
            optional(properties, WireContract.LATE));
  }

  private static @Nullable Instant time(Map<String, Object> properties, String name) {
    String millis = optional(properties, name);
    return millis == null ? null : Instant.ofEpochMilli(Long.parseLong(millis));
  }

  private static String text(Map<String, Object> properties, String name) {
    String text = optional(properties, name);
    if (text == null) {
      throw new IllegalArgumentException("no property " + name);
    }
    return text;
  }

  private static @Nullable String optional(Map<String, Object> properties, String name) {
    Object value = properties.get(name);
    return value == null ? null : value.toString();
  }
}
