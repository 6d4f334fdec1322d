package org.goodtiming.scheduler.canary;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.job.Canary;

/**
 * A canary that has arrived. Its times are by the database's clock.
 *
 * @param sentAt when its registration was sent
 * @param dueAt its due time, which counts from its registration
 * @param dispatchedAt when its transaction sent it, which may be before it was due
 */
record DeliveredCanary(SentCanary canary, Instant sentAt, Instant dueAt, Instant dispatchedAt) {

  /** From the sending of the registration until it was stored. */
  Duration registration() {
    return between(sentAt, dueAt.minus(Canary.DELAY));
  }

  /** From the due time to the dispatch; zero if it was dispatched early. */
  Duration dispatch() {
    return between(dueAt, dispatchedAt);
  }

  /** From the dispatch until the broker delivered it, not counting the time before it was due. */
  Duration delivery(Instant arrivedAt) {
    return between(dispatchedAt.isAfter(dueAt) ? dispatchedAt : dueAt, arrivedAt);
  }

  private static Duration between(Instant from, Instant to) {
    return from.isBefore(to) ? Duration.between(from, to) : Duration.ZERO;
  }
}
