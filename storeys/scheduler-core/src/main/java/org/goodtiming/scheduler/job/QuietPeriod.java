package org.goodtiming.scheduler.job;

import java.time.Instant;

/**
 * The time after an outage in which jobs that waited through it are not dispatched, so that cancels
 * that waited with them are stored first. By the database's clock.
 *
 * @param sentBefore the end of the outage; jobs that were sent later are not affected
 * @param until the earliest time of their dispatch
 */
public record QuietPeriod(Instant sentBefore, Instant until) {

  /** The period if no outage has ended recently. */
  public static final QuietPeriod NONE = new QuietPeriod(Instant.EPOCH, Instant.EPOCH);

  /** The same, or later if that is later. */
  public QuietPeriod and(Instant alsoSentBefore, Instant alsoUntil) {
    return new QuietPeriod(later(sentBefore, alsoSentBefore), later(until, alsoUntil));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
