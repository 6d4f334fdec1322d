package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Dispatch.
 *
 * @param enabled whether this node dispatches at all
 * @param batchSize jobs in one XA transaction at the most
 * @param ahead how long before its due time a job may be handed over, for the broker to keep until
 *     then; zero: not at all
 * @param fallbackBudget how long one fallback to narrower transactions may take
 * @param maxAttempts hand-offs of one job that may fail before it is quarantined
 * @param jobBackoff waits of a job between its attempts
 * @param queueBackoff waits of a worker queue that refuses everything
 */
public record DispatchConfig(
    boolean enabled,
    int batchSize,
    Duration ahead,
    Duration fallbackBudget,
    int maxAttempts,
    Backoff jobBackoff,
    Backoff queueBackoff) {

  private static final Duration MOST_AHEAD = Duration.ofSeconds(5);

  static DispatchConfig from(Settings settings, TimerConfig timer, LeaseConfig lease) {
    Duration longest = longestFallback(timer, lease);
    DispatchConfig dispatch =
        new DispatchConfig(
            settings.flag("scheduler.dispatch.enabled", true),
            settings.number("scheduler.dispatch.batch-size", 1000),
            settings.duration("scheduler.dispatch.ahead", Duration.ZERO),
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
            + " scheduler.lease.failover less 2 x scheduler.timer.interval (%s), or the leader would"
            + " lose the lease over it",
        dispatch.fallbackBudget,
        longest);
    settings.require(
        !dispatch.ahead.isNegative() && dispatch.ahead.compareTo(MOST_AHEAD) <= 0,
        "SCHED-0423 scheduler.dispatch.ahead is %s but must lie between PT0S, which means not at all,"
            + " and %s: what has been handed over cannot be cancelled or replaced any more",
        dispatch.ahead,
        MOST_AHEAD);
    return dispatch;
  }

  /** Of a failover interval, a beat and the batch that failed in it take the rest. */
  private static Duration longestFallback(TimerConfig timer, LeaseConfig lease) {
    Duration rest = lease.failover().minus(timer.interval().multipliedBy(2));
    return rest.compareTo(timer.interval()) > 0 ? rest : timer.interval();
  }
}
