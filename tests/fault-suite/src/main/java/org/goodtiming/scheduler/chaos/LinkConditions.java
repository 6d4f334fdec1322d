package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The disturbances of a connection.
 *
 * @param silent nothing gets through, without an error
 * @param delay of everything, one way
 * @param stalls share of the pieces that are held up for long, as a lost packet is sent anew
 * @param breaks share of the pieces that cost the connection
 */
record LinkConditions(boolean silent, Duration delay, double stalls, double breaks) {

  static final LinkConditions FINE = new LinkConditions(false, Duration.ZERO, 0, 0);
  static final LinkConditions BLACKHOLE = new LinkConditions(true, Duration.ZERO, 0, 0);
  static final LinkConditions DELAY = new LinkConditions(false, Duration.ofMillis(60), 0, 0);
  static final LinkConditions LOSS = new LinkConditions(false, Duration.ZERO, 0.05, 0.002);

  private static final int MIN_STALL = 200;
  private static final int MAX_STALL = 1500;

  Duration holdUp() {
    return happens(stalls)
        ? delay.plusMillis(ThreadLocalRandom.current().nextInt(MIN_STALL, MAX_STALL))
        : delay;
  }

  boolean resets() {
    return happens(breaks);
  }

  private static boolean happens(double share) {
    return share > 0 && ThreadLocalRandom.current().nextDouble() < share;
  }
}
