package org.goodtiming.scheduler.contract;

import java.time.Instant;
import java.util.Objects;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/**
 * When and by whom a message, or a line of one, was submitted.
 *
 * @param messageId of the message, or derived for a line; null if there is none
 * @param sentAt the later intent wins
 * @param receivedAt by the database's clock
 * @param login null if the broker does not report it
 */
record Submission(
    @Nullable String messageId, Instant sentAt, Instant receivedAt, @Nullable String login) {

  /** The time of receipt is used if the protocol has no send time. */
  static Submission of(ReceivedMessage message, Instant receivedAt) {
    ReceivedMessage.Origin origin = message.origin();
    Instant sentAt = Objects.requireNonNullElse(origin.sentAt(), receivedAt);
    return new Submission(origin.messageId(), sentAt, receivedAt, origin.sender().login());
  }

  /**
   * The time from which planned times count: the time of sending, unless that lies in the future.
   */
  Instant plannedFrom() {
    return sentAt.isBefore(receivedAt) ? sentAt : receivedAt;
  }

  /**
   * @param number from 1
   */
  Submission ofLine(int number) {
    return new Submission(JobKeys.lineId(messageId, number), sentAt, receivedAt, login);
  }
}
