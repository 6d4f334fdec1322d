package org.goodtiming.scheduler.registration;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.server.Recovery;

/** How long the jobs of an outage wait for the cancels that may be behind them (docs/adr/0069). */
final class AfterOutage {

  private AfterOutage() {}

  /**
   * The period until all outages have settled, because a message may have waited through several
   * outages.
   *
   * @param now by the database's clock
   */
  static QuietPeriod of(List<Recovery> recoveries, Instant now) {
    QuietPeriod quiet = QuietPeriod.NONE;
    for (Recovery recovery : recoveries) {
      if (recovery.settles()) {
        quiet = quiet.and(now.minus(recovery.ago()), now.plus(recovery.settlesIn()));
      }
    }
    return quiet;
  }
}
