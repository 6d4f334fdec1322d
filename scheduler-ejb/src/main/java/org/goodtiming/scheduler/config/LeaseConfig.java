package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * The lease.
 *
 * @param partition which lease row this node stands for
 * @param failover how long after the holder's last run another node may take over
 */
public record LeaseConfig(String partition, Duration failover) {

  static LeaseConfig from(Settings settings, TimerConfig timer) {
    LeaseConfig lease =
        new LeaseConfig(
            settings.text("scheduler.lease.partition", "default"),
            settings.duration("scheduler.lease.failover", Duration.ofSeconds(5)));
    Duration least = timer.interval().multipliedBy(3);
    settings.require(
        lease.failover.compareTo(least) >= 0,
        "SCHED-0412 scheduler.lease.failover is %s but must be at least 3 x scheduler.timer.interval"
            + " (%s): raise it to %s or more",
        lease.failover,
        timer.interval(),
        least);
    return lease;
  }
}
