package org.goodtiming.scheduler.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Whether somebody would notice that a message is stored some milliseconds later. */
public final class Urgency {

  /** More than the lead time of early dispatch, and the time for the transaction. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private Urgency() {}

  /**
   * Everything is urgent but a single job that is due later, delivered for the first time, whose
   * sender waits for no receipt.
   *
   * @param now by the clock of the node, which may be wrong: the answer costs or spares
   *     milliseconds
   */
  public static boolean isUrgent(ReceivedMessage message, Instant now) {
    Instant due = due(message);
    return due == null
        || due.isBefore(now.plus(SOON))
        || message.isRedelivered()
        || message.origin().sender().replyTo() != null
        || message.properties().containsKey(WireContract.OP);
  }

  /** Null if the message does not tell it by itself. */
  private static @Nullable Instant due(ReceivedMessage message) {
    Map<String, Object> properties = message.properties();
    Object dueAt = properties.get(WireContract.DUE_AT);
    Object delay = properties.get(WireContract.DELAY);
    Instant sentAt = message.origin().sentAt();
    try {
      if (dueAt != null) {
        return DueTimes.moment(WireContract.DUE_AT, dueAt);
      }
      return delay == null || sentAt == null ? null : sentAt.plus(DueTimes.delay(delay, sentAt));
    } catch (RefusedException e) {
      return null;
    }
  }
}
