package org.goodtiming.scheduler.dispatch;

import java.util.List;
import org.goodtiming.scheduler.job.Outlook;
import org.goodtiming.scheduler.job.Progress;

/**
 * What one batch takes: an equal share for each queue that has due work and took its last hand-off.
 *
 * @param perQueue jobs of one queue at the most, at least 1
 * @param progress where it begins
 */
record Share(List<String> queues, int perQueue, Progress progress) {

  static final Share NOTHING = new Share(List.of(), 1, Progress.NONE);

  static Share of(Outlook outlook, int batchSize, Progress progress) {
    List<String> queues = outlook.healthyDue();
    return new Share(queues, Math.max(1, batchSize / Math.max(1, queues.size())), progress);
  }

  /** One queue of it. */
  Share alone(String queue) {
    return new Share(List.of(queue), perQueue, progress);
  }

  boolean isNothing() {
    return queues.isEmpty();
  }
}
