package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the rate of missed runs. Kept in memory, because only one node at a time dispatches a
 * queue; a new leader starts again.
 */
public final class CatchUpPace {

  private final Duration interval;
  private final Map<String, Instant> lastTurns = new ConcurrentHashMap<>();

  private CatchUpPace(Duration interval) {
    this.interval = interval;
  }

  /**
   * @param runs maximum number of runs per second in each queue
   */
  public static CatchUpPace perSecond(int runs) {
    return new CatchUpPace(Duration.ofSeconds(1).dividedBy(runs));
  }

  static CatchUpPace unlimited() {
    return new CatchUpPace(Duration.ZERO);
  }

  /** The time from which the next missed run of the queue may be claimed. */
  Instant turn(String queue, Instant now) {
    return lastTurns.merge(queue, now, (last, asked) -> later(last.plus(interval), asked));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
