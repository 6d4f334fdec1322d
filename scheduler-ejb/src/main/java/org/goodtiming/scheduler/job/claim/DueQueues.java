package org.goodtiming.scheduler.job.claim;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The next job of each queue that may be served and has waiting jobs.
 *
 * @param now database time of this poll, plus the lead time of early dispatch
 */
public record DueQueues(Instant now, List<Next> queues) {

  /**
   * @param claimableAt when the queue's next job may be claimed, by the time {@link #now()}
   * @param failures consecutive failed dispatches to the queue
   * @param rateLimit jobs per minute that the queue may get; 0 if it has no limit
   * @param most how many of its jobs may be claimed at once, at least 1
   */
  public record Next(String queue, Instant claimableAt, int failures, int rateLimit, int most) {

    /** Of a queue without a limit. */
    public Next(String queue, Instant claimableAt, int failures) {
      this(queue, claimableAt, failures, 0, Integer.MAX_VALUE);
    }

    /** As its rate limit allows. */
    public Next limited(Instant earliest, int mostNow) {
      return new Next(
          queue,
          claimableAt.isBefore(earliest) ? earliest : claimableAt,
          failures,
          rateLimit,
          mostNow);
    }
  }

  /** Queues with due jobs whose last dispatch succeeded. */
  public List<String> healthyDue() {
    return due().filter(next -> next.failures == 0).map(Next::queue).toList();
  }

  /** How many jobs may be claimed at once, of each queue with a rate limit. */
  public Map<String, Integer> caps() {
    return queues.stream()
        .filter(next -> next.rateLimit > 0)
        .collect(Collectors.toMap(Next::queue, Next::most));
  }

  /** Without those whose jobs are not dispatched early. */
  public DueQueues mayBeEarly() {
    return new DueQueues(now, queues.stream().filter(next -> next.rateLimit == 0).toList());
  }

  /** Queues with due jobs whose backoff is over. */
  public List<Next> failingDue() {
    return due().filter(next -> next.failures > 0).toList();
  }

  public boolean nothingDue() {
    return due().findAny().isEmpty();
  }

  /** How long until the next job is due; empty if none waits. */
  public Optional<Duration> untilNext() {
    return queues.stream()
        .map(Next::claimableAt)
        .min(Comparator.naturalOrder())
        .map(next -> Duration.between(now, next));
  }

  private Stream<Next> due() {
    return queues.stream().filter(next -> !next.claimableAt.isAfter(now));
  }
}
