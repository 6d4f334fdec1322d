package org.goodtiming.scheduler.dispatch;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueQueues;

/**
 * The quota of one batch for each queue that has due jobs and whose last dispatch succeeded.
 *
 * @param limits maximum number of jobs of each queue, at least 1, and no more than its rate limit
 *     allows
 * @param cursor where it begins
 */
record BatchQuota(Map<String, Integer> limits, ClaimCursor cursor) {

  static final BatchQuota NOTHING = new BatchQuota(Map.of(), ClaimCursor.NONE);

  /** Equal parts. */
  static BatchQuota first(DueQueues dueQueues, int batchSize) {
    List<String> queues = dueQueues.healthyDue();
    return new BatchQuota(capped(parts(queues, batchSize), dueQueues), ClaimCursor.NONE);
  }

  /**
   * The quota of the next batch. A queue that did not fill its quota gets twice the number of jobs
   * that were taken from it, at least a quarter of an equal part; the queues with a backlog share
   * the rest.
   *
   * @param taken what this one took
   */
  BatchQuota next(Claim taken, DueQueues dueQueues, int batchSize) {
    List<String> queues = dueQueues.healthyDue();
    List<String> backlogs = queues.stream().filter(queue -> isFilledBy(taken, queue)).toList();
    if (backlogs.isEmpty()) {
      return new BatchQuota(capped(parts(queues, batchSize), dueQueues), taken.cursor());
    }
    int equal = part(batchSize, queues.size());
    int little = part(equal, 4);
    Map<String, Integer> limits = new HashMap<>();
    queues.stream()
        .filter(queue -> !isFilledBy(taken, queue))
        .forEach(
            queue ->
                limits.put(queue, Math.min(equal, Math.max(little, 2 * taken.takenOf(queue)))));
    int rest = batchSize - limits.values().stream().mapToInt(Integer::intValue).sum();
    limits.putAll(parts(backlogs, rest));
    return new BatchQuota(capped(limits, dueQueues), taken.cursor());
  }

  private static Map<String, Integer> capped(Map<String, Integer> limits, DueQueues dueQueues) {
    Map<String, Integer> capped = new HashMap<>(limits);
    capped.replaceAll((queue, limit) -> Math.min(limit, dueQueues.mostOf(queue)));
    return capped;
  }

  private static Map<String, Integer> parts(List<String> queues, int jobs) {
    return queues.stream().collect(toMap(identity(), queue -> part(jobs, queues.size())));
  }

  private static int part(int jobs, int parts) {
    return Math.max(1, jobs / parts);
  }

  /** One queue of it. */
  BatchQuota alone(String queue) {
    return new BatchQuota(Map.of(queue, limitOf(queue)), cursor);
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
