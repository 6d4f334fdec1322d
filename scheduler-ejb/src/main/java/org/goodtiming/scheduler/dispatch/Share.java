package org.goodtiming.scheduler.dispatch;

import java.util.List;
import org.goodtiming.scheduler.job.Outlook;

/**
 * What one batch takes: an equal share for each queue that has due work and took its last hand-off.
 *
 * @param perQueue jobs of one queue at the most, at least 1
 */
record Share(List<String> queues, int perQueue) {

  static final Share NOTHING = new Share(List.of(), 1);

  static Share of(Outlook outlook, int batchSize) {
    List<String> queues = outlook.healthyDue();
    return new Share(queues, Math.max(1, batchSize / Math.max(1, queues.size())));
  }

  boolean isNothing() {
    return queues.isEmpty();
  }
}
