package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * The EJB timer's beat.
 *
 * @param interval from tick to tick
 * @param look at the latest so often the leader looks for jobs that other nodes have stored
 */
public record TimerConfig(Duration interval, Duration look) {

  static TimerConfig from(Settings settings) {
    TimerConfig timer =
        new TimerConfig(
            settings.duration("scheduler.timer.interval", Duration.ofSeconds(1)),
            settings.duration("scheduler.timer.look", Duration.ofMillis(100)));
    settings.require(
        timer.interval.compareTo(Duration.ofSeconds(1)) >= 0,
        "SCHED-0410 scheduler.timer.interval is %s but EJB timers beat at most once a second: raise"
            + " it to PT1S or more (punctuality comes from scheduler.timer.look)",
        timer.interval);
    settings.require(
        timer.look.compareTo(Duration.ofMillis(1)) >= 0
            && timer.look.compareTo(timer.interval) <= 0,
        "SCHED-0411 scheduler.timer.look is %s but must lie between PT0.001S and"
            + " scheduler.timer.interval (%s)",
        timer.look,
        timer.interval);
    return timer;
  }
}
