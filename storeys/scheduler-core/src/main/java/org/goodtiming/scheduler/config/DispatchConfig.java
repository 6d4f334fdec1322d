package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Dispatch.
 *
 * @param enabled whether this node dispatches at all
 * @param pollInterval maximum interval between two polls of the leader
 * @param batchSize maximum number of jobs in one XA transaction
 * @param onePhase whether a batch is sent in a transaction of the broker alone, before the database
 *     commits
 * @param leadTime how long before its due time a job may be dispatched, for the broker to keep it
 *     until then; zero: not at all
 * @param fallbackBudget how long one fallback to narrower transactions may take
 * @param maxAttempts failed attempts to dispatch a job after which it is quarantined
 * @param jobBackoff waits of a job between its attempts
 * @param queueBackoff waits of a worker queue that is to blame for failures
 */
public record DispatchConfig(
    boolean enabled,
    Duration pollInterval,
    int batchSize,
    boolean onePhase,
    Duration leadTime,
    Duration fallbackBudget,
    int maxAttempts,
    Backoff jobBackoff,
    Backoff queueBackoff) {

  public static DispatchConfig from(Settings settings, TimerConfig timer, LeaseConfig lease) {
    Duration longest = longestFallback(timer, lease);
    return new DispatchConfig(
        settings.flag("scheduler.dispatch.enabled", true),
        settings.duration(
            "scheduler.dispatch.poll-interval",
            Duration.ofMillis(100),
            Duration.ofMillis(1),
            timer.interval(),
            "SCHED-0411 %s is %s but must lie between %s and scheduler.timer.interval (%s)"),
        settings.number(
            "scheduler.dispatch.batch-size",
            1000,
            1,
            10_000,
            "SCHED-0420 %s is %s but must lie between %s and %s"),
        settings.flag("scheduler.dispatch.one-phase", false),
        settings.duration(
            "scheduler.dispatch.lead-time",
            Duration.ofMillis(250),
            Duration.ZERO,
            Duration.ofSeconds(5),
            "SCHED-0423 %s is %s but must lie between %s (no early dispatch) and %s:"
                + " a dispatched job can no longer be cancelled or replaced"),
        settings.duration(
            "scheduler.dispatch.fallback-budget",
            longest,
            Duration.ofMillis(100),
            longest,
            "SCHED-0422 %s is %s but must lie between %s and scheduler.lease.failover minus"
                + " 2 x scheduler.timer.interval (%s), or the leader would lose the lease during it"),
        settings.number(
            "scheduler.dispatch.max-attempts",
            5,
            1,
            1000,
            "SCHED-0421 %s is %s but must lie between %s and %s"),
        Backoff.from(
            settings,
            "scheduler.dispatch.job-backoff",
            new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5))),
        Backoff.from(
            settings,
            "scheduler.dispatch.queue-backoff",
            new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10))));
  }

  /** An interval of the timer and the failed batch take the rest of the failover interval. */
  private static Duration longestFallback(TimerConfig timer, LeaseConfig lease) {
    Duration rest = lease.failover().minus(timer.interval().multipliedBy(2));
    return rest.compareTo(timer.interval()) > 0 ? rest : timer.interval();
  }
}
