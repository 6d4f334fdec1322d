package org.goodtiming.scheduler.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.ClaimQuotas;
import org.goodtiming.scheduler.policy.DueQueues;

/**
 * The quota of one batch for each queue that has due jobs and whose last dispatch succeeded.
 *
 * @param limits maximum number of jobs of each queue, at least 1, and no more than its rate limit
 *     allows
 * @param limited queues that limit their concurrent runs, also others
 * @param byKey queues whose jobs are chosen by their keys, also others
 * @param cursor where it begins
 */
record BatchQuota(
    Map<String, Integer> limits, Set<String> limited, Set<String> byKey, ClaimCursor cursor) {

  static final BatchQuota NOTHING = new BatchQuota(Map.of(), ClaimCursor.NONE);

  /** A quota of queues without a limit of concurrent runs. */
  BatchQuota(Map<String, Integer> limits, ClaimCursor cursor) {
    this(limits, Set.of(), Set.of(), cursor);
  }

  private static BatchQuota of(
      Map<String, Integer> limits, DueQueues dueQueues, ClaimCursor cursor) {
    return new BatchQuota(limits, dueQueues.withLimitedRuns(), dueQueues.servedByKey(), cursor);
  }

  /** The quota of the first batch, in equal parts. */
  static BatchQuota first(DueQueues dueQueues, int batchSize) {
    List<String> queues = dueQueues.healthyDue();
    return of(parts(queues, batchSize, dueQueues.caps()), dueQueues, ClaimCursor.NONE);
  }

  /**
   * The quota of the next batch. A queue that did not fill its quota gets twice the number of jobs
   * that were taken from it, at least a quarter of an equal part; the queues with a backlog share
   * the rest.
   *
   * @param taken the rows that this batch took
   */
  BatchQuota next(Claim taken, DueQueues dueQueues, int batchSize) {
    List<String> queues = dueQueues.healthyDue();
    List<String> backlogs = queues.stream().filter(queue -> isFilledBy(taken, queue)).toList();
    if (backlogs.isEmpty()) {
      return of(parts(queues, batchSize, dueQueues.caps()), dueQueues, taken.cursor());
    }
    int equal = part(batchSize, queues.size());
    int little = part(equal, 4);
    Map<String, Integer> caps = dueQueues.caps();
    Map<String, Integer> limits = new HashMap<>();
    queues.stream()
        .filter(queue -> !isFilledBy(taken, queue))
        .forEach(
            queue ->
                limits.put(
                    queue,
                    Math.min(
                        caps.getOrDefault(queue, equal),
                        Math.min(equal, Math.max(little, 2 * taken.takenOf(queue))))));
    int rest = batchSize - limits.values().stream().mapToInt(Integer::intValue).sum();
    limits.putAll(parts(backlogs, rest, caps));
    return of(limits, dueQueues, taken.cursor());
  }

  /** Divides the jobs equally; the share that a rate limit cuts off goes to the other queues. */
  private static Map<String, Integer> parts(
      List<String> queues, int jobs, Map<String, Integer> caps) {
    Map<String, Integer> parts = new HashMap<>();
    if (queues.isEmpty()) {
      return parts;
    }
    int equal = part(jobs, queues.size());
    List<String> others = new ArrayList<>();
    int rest = jobs;
    for (String queue : queues) {
      int cap = caps.getOrDefault(queue, equal);
      if (cap < equal) {
        parts.put(queue, cap);
        rest -= cap;
      } else {
        others.add(queue);
      }
    }
    for (String queue : others) {
      parts.put(
          queue, Math.min(part(rest, others.size()), caps.getOrDefault(queue, Integer.MAX_VALUE)));
    }
    return parts;
  }

  private static int part(int jobs, int parts) {
    return Math.max(1, jobs / parts);
  }

  /** The part of a single queue. */
  BatchQuota alone(String queue) {
    return new BatchQuota(Map.of(queue, limitOf(queue)), limited, byKey, cursor);
  }

  ClaimQuotas ofClaim() {
    return new ClaimQuotas(limits, limited, byKey);
  }

  int limitOf(String queue) {
    return limits.getOrDefault(queue, 0);
  }

  boolean isNothing() {
    return limits.isEmpty();
  }

  /** Whether the batch filled the quota of a queue, so that more jobs probably wait. */
  boolean isFilledBy(Claim claim) {
    return limits.keySet().stream().anyMatch(queue -> isFilledBy(claim, queue));
  }

  private boolean isFilledBy(Claim claim, String queue) {
    return limits.containsKey(queue) && claim.takenOf(queue) >= limitOf(queue);
  }
}
