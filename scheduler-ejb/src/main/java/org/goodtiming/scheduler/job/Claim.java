package org.goodtiming.scheduler.job;

import java.util.List;
import java.util.Map;

/**
 * What one claim took out of the table.
 *
 * @param taken rows of each queue, with those that expired or were cancelled
 * @param jobs to be dispatched, by due time
 * @param cursor of the run, with this claim
 */
public record Claim(Map<String, Integer> taken, List<ClaimedJob> jobs, ClaimCursor cursor) {

  public int takenOf(String queue) {
    return taken.getOrDefault(queue, 0);
  }

  /** All of them. */
  public int rows() {
    return taken.values().stream().mapToInt(Integer::intValue).sum();
  }
}
