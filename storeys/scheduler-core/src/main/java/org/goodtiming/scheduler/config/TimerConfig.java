package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * The EJB timer.
 *
 * @param interval between two ticks
 */
public record TimerConfig(Duration interval) {

  public static TimerConfig from(Settings settings) {
    TimerConfig timer =
        new TimerConfig(settings.duration("scheduler.timer.interval", Duration.ofSeconds(1)));
    settings.require(
        timer.interval.compareTo(Duration.ofSeconds(1)) >= 0,
        "SCHED-0410 scheduler.timer.interval is %s but EJB timers tick at most once a second: raise"
            + " it to PT1S or more (scheduler.dispatch.poll-interval limits the lateness)",
        timer.interval);
    return timer;
  }
}
