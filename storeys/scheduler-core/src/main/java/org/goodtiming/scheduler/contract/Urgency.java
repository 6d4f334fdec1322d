package org.goodtiming.scheduler.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Whether somebody would notice that a message is stored some milliseconds later. */
public final class Urgency {

  /** Exceeds the lead time of early dispatch plus the time for the transaction. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private Urgency() {}

  /**
   * Everything is urgent but a single job that is due later, delivered for the first time, whose
   * sender waits for no receipt. No clock is read: what counts is how long after its registration
   * the job is due.
   */
  public static boolean isUrgent(ReceivedMessage message) {
    Instant sentAt = message.origin().sentAt();
    if (sentAt == null) {
      return true;
    }
    Instant due = due(message, sentAt);
    return due == null
        || due.isBefore(sentAt.plus(SOON))
        || message.isRedelivered()
        || message.origin().sender().replyTo() != null
        || message.properties().containsKey(WireContract.OP);
  }

  /** Null if the message does not tell it by itself. */
  private static @Nullable Instant due(ReceivedMessage message, Instant sentAt) {
    Map<String, Object> properties = message.properties();
    Object dueAt = properties.get(WireContract.DUE_AT);
    Object delay = properties.get(WireContract.DELAY);
    try {
      if (dueAt != null) {
        return DueTimes.moment(WireContract.DUE_AT, dueAt);
      }
      return delay == null ? null : sentAt.plus(DueTimes.delay(delay, sentAt));
    } catch (RefusedException e) {
      return null;
    }
  }
}
