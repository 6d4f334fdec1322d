package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spaces the runs by which schedules catch up with missed times. Kept in memory: one node at a time
 * dispatches a queue, and after a change of leader the pace begins anew.
 */
public final class CatchUpPace {

  private final Duration interval;
  private final Map<String, Instant> lastTurns = new ConcurrentHashMap<>();

  private CatchUpPace(Duration interval) {
    this.interval = interval;
  }

  /**
   * @param runs of each queue in a second
   */
  public static CatchUpPace perSecond(int runs) {
    return new CatchUpPace(Duration.ofSeconds(1).dividedBy(runs));
  }

  static CatchUpPace unlimited() {
    return new CatchUpPace(Duration.ZERO);
  }

  /** When the next run of the queue may catch up. */
  Instant turn(String queue, Instant now) {
    return lastTurns.merge(queue, now, (last, asked) -> later(last.plus(interval), asked));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
