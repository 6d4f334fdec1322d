package org.goodtiming.scheduler.registration;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.telemetry.Recovery;

/** How long the jobs of an outage wait for the cancels that may be behind them (docs/adr/0069). */
final class AfterOutage {

  /** The broker's max-redelivery-delay, with which a cancel may wait behind its job. */
  private static final Duration LONGEST_REDELIVERY = Duration.ofSeconds(10);

  /**
   * To store what waits. Another node may notice the end a second later, and rolls back until then;
   * dispatch is ahead of the time by its lead.
   */
  private static final Duration STORING = Duration.ofSeconds(4);

  private AfterOutage() {}

  /**
   * @param now by the database's clock
   */
  static QuietPeriod of(Recovery recovery, Instant now) {
    Duration outage = recovery.lasted();
    Duration redelivery = outage.compareTo(LONGEST_REDELIVERY) < 0 ? outage : LONGEST_REDELIVERY;
    Instant end = now.minus(recovery.ago());
    Instant until = end.plus(redelivery).plus(STORING);
    return until.isAfter(now) ? new QuietPeriod(end, until) : QuietPeriod.NONE;
  }
}
