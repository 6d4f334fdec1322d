package org.goodtiming.scheduler.dispatch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.job.Claim;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.job.Progress;

/**
 * What one batch takes of each queue that has due work and took its last hand-off.
 *
 * @param most jobs of each queue at the most, at least 1
 * @param progress where it begins
 */
record Share(Map<String, Integer> most, Progress progress) {

  static final Share NOTHING = new Share(Map.of(), Progress.NONE);

  /**
   * Equal parts; but a queue of which the last batch took little keeps a quarter of its part, and
   * those with a backlog get the rest.
   */
  static Share of(Outlook outlook, int batchSize, Claim last) {
    List<String> queues = outlook.healthyDue();
    int little = part(part(batchSize, queues.size()), 4);
    List<String> backlogs = queues.stream().filter(queue -> last.takenOf(queue) >= little).toList();
    List<String> preferred = backlogs.isEmpty() ? queues : backlogs;
    int rest = batchSize - (queues.size() - preferred.size()) * little;
    Map<String, Integer> most = new HashMap<>();
    queues.forEach(queue -> most.put(queue, little));
    preferred.forEach(queue -> most.put(queue, part(rest, preferred.size())));
    return new Share(most, last.progress());
  }

  private static int part(int jobs, int parts) {
    return Math.max(1, jobs / Math.max(1, parts));
  }

  /** One queue of it. */
  Share alone(String queue) {
    return new Share(Map.of(queue, mostOf(queue)), progress);
  }

  int mostOf(String queue) {
    return most.getOrDefault(queue, 0);
  }

  boolean isNothing() {
    return most.isEmpty();
  }

  /** Whether it took of a queue all that it might, so that more probably waits. */
  boolean isFilledBy(Claim claim) {
    return most.entrySet().stream()
        .anyMatch(part -> claim.takenOf(part.getKey()) >= part.getValue());
  }
}
