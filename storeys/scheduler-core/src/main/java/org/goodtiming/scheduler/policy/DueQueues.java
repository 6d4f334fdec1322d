package org.goodtiming.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
   * @param columns as {@link DispatchPolicies#read} reads them
   * @param most how many of its jobs may be claimed at once, at least 1
   */
  public record Next(
      String queue, Instant claimableAt, int failures, Map<String, String> columns, int most) {

    /** A queue without a limit. */
    public Next(String queue, Instant claimableAt, int failures) {
      this(queue, claimableAt, failures, Map.of(), Integer.MAX_VALUE);
    }

    Next limited(Instant earliest, int mostNow) {
      return new Next(
          queue,
          claimableAt.isBefore(earliest) ? earliest : claimableAt,
          failures,
          columns,
          Math.min(most, mostNow));
    }
  }

  /** Queues with due jobs whose last dispatch succeeded. */
  public List<String> healthyDue() {
    return due().filter(next -> next.failures == 0).map(Next::queue).toList();
  }

  /** How many jobs may be claimed at once of each queue. */
  public Map<String, Integer> caps() {
    return queues.stream().collect(Collectors.toMap(Next::queue, Next::most));
  }

  /** Queues that limit their concurrent runs. */
  public Set<String> withLimitedRuns() {
    return queues.stream()
        .filter(
            next -> ConcurrentRuns.areLimited(next.columns) || KeyShares.areLimited(next.columns))
        .map(Next::queue)
        .collect(Collectors.toSet());
  }

  /** Queues whose jobs are chosen by their keys. */
  public Set<String> servedByKey() {
    return queues.stream()
        .filter(next -> KeyShares.areServed(next.columns))
        .map(Next::queue)
        .collect(Collectors.toSet());
  }

  /** Without those with a limit, whose jobs are not dispatched early. */
  public DueQueues mayBeEarly() {
    return new DueQueues(
        now,
        queues.stream()
            .filter(next -> next.most == Integer.MAX_VALUE && !KeyShares.areServed(next.columns))
            .toList());
  }

  /** Queues with due jobs whose backoff is over. */
  public List<Next> failingDue() {
    return due().filter(next -> next.failures > 0).toList();
  }

  public boolean nothingDue() {
    return due().findAny().isEmpty();
  }

  /** Without those that have a due job. */
  public DueQueues notDue() {
    return new DueQueues(
        now, queues.stream().filter(next -> next.claimableAt.isAfter(now)).toList());
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
