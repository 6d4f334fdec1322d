package org.goodtiming.scheduler.job.claim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many jobs a claim may take.
 *
 * @param jobs maximum number of each queue, at least 1
 * @param limited queues that limit their concurrent runs, not all of them in {@code jobs}
 * @param byKey queues whose jobs are chosen by their keys, not all of them in {@code jobs}
 */
public record ClaimQuotas(Map<String, Integer> jobs, Set<String> limited, Set<String> byKey) {

  /** The quotas of the queues whose jobs are claimed by key, or of the others. */
  Map<String, Integer> jobs(boolean claimedByKey) {
    Map<String, Integer> some = new HashMap<>(jobs);
    some.keySet().removeIf(queue -> byKey.contains(queue) != claimedByKey);
    return some;
  }

  /** The queues of the claim that limit their concurrent runs. */
  List<String> limitedQueues() {
    return jobs.keySet().stream().filter(limited::contains).toList();
  }

  /**
   * @param free how many runs of each queue with a limit may begin
   */
  ClaimQuotas within(Map<String, Integer> free) {
    Map<String, Integer> fewer = new HashMap<>(jobs);
    fewer.replaceAll(
        (queue, most) ->
            limited.contains(queue) ? Math.min(most, free.getOrDefault(queue, 0)) : most);
    fewer.values().removeIf(most -> most == 0);
    return new ClaimQuotas(fewer, limited, byKey);
  }
}
