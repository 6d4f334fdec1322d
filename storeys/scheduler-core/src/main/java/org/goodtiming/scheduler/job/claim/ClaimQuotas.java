package org.goodtiming.scheduler.job.claim;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many jobs a claim may take.
 *
 * @param jobs maximum number of each queue, at least 1
 * @param limited queues that limit their concurrent runs, not all of them in {@code jobs}
 */
public record ClaimQuotas(Map<String, Integer> jobs, Set<String> limited) {

  /** Whether a limit of concurrent runs concerns the claim. */
  boolean hasLimited() {
    return jobs.keySet().stream().anyMatch(limited::contains);
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
    return new ClaimQuotas(fewer, limited);
  }
}
