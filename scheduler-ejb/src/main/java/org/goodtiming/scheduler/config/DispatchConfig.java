package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Dispatch.
 *
 * @param enabled whether this node dispatches at all
 * @param pollInterval maximum interval between two polls of the leader
 * @param batchSize maximum number of jobs in one XA transaction
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
    Duration leadTime,
    Duration fallbackBudget,
    int maxAttempts,
    Backoff jobBackoff,
    Backoff queueBackoff) {

  private static final Duration MAX_LEAD_TIME = Duration.ofSeconds(5);

  static DispatchConfig from(Settings settings, TimerConfig timer, LeaseConfig lease) {
    Duration longest = longestFallback(timer, lease);
    DispatchConfig dispatch =
        new DispatchConfig(
            settings.flag("scheduler.dispatch.enabled", true),
            settings.duration("scheduler.dispatch.poll-interval", Duration.ofMillis(100)),
            settings.number("scheduler.dispatch.batch-size", 1000),
            settings.duration("scheduler.dispatch.lead-time", Duration.ofMillis(250)),
            settings.duration("scheduler.dispatch.fallback-budget", longest),
            settings.number("scheduler.dispatch.max-attempts", 5),
            Backoff.from(
                settings,
                "scheduler.dispatch.job-backoff",
                new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5))),
            Backoff.from(
                settings,
                "scheduler.dispatch.queue-backoff",
                new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10))));
    settings.require(
        dispatch.pollInterval.compareTo(Duration.ofMillis(1)) >= 0
            && dispatch.pollInterval.compareTo(timer.interval()) <= 0,
        "SCHED-0411 scheduler.dispatch.poll-interval is %s but must lie between PT0.001S and"
            + " scheduler.timer.interval (%s)",
        dispatch.pollInterval,
        timer.interval());
    settings.require(
        dispatch.batchSize >= 1 && dispatch.batchSize <= 10_000,
        "SCHED-0420 scheduler.dispatch.batch-size is %d but must lie between 1 and 10000",
        dispatch.batchSize);
    settings.require(
        dispatch.maxAttempts >= 1 && dispatch.maxAttempts <= 1000,
        "SCHED-0421 scheduler.dispatch.max-attempts is %d but must lie between 1 and 1000",
        dispatch.maxAttempts);
    settings.require(
        dispatch.fallbackBudget.compareTo(Duration.ofMillis(100)) >= 0
            && dispatch.fallbackBudget.compareTo(longest) <= 0,
        "SCHED-0422 scheduler.dispatch.fallback-budget is %s but must lie between PT0.1S and"
            + " scheduler.lease.failover minus 2 x scheduler.timer.interval (%s), or the leader would"
            + " lose the lease during it",
        dispatch.fallbackBudget,
        longest);
    settings.require(
        !dispatch.leadTime.isNegative() && dispatch.leadTime.compareTo(MAX_LEAD_TIME) <= 0,
        "SCHED-0423 scheduler.dispatch.lead-time is %s but must lie between PT0S (no early dispatch)"
            + " and %s: a dispatched job can no longer be cancelled or replaced",
        dispatch.leadTime,
        MAX_LEAD_TIME);
    return dispatch;
  }

  /** An interval of the timer and the failed batch take the rest of the failover interval. */
  private static Duration longestFallback(TimerConfig timer, LeaseConfig lease) {
    Duration rest = lease.failover().minus(timer.interval().multipliedBy(2));
    return rest.compareTo(timer.interval()) > 0 ? rest : timer.interval();
  }
}
