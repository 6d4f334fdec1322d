package org.goodtiming.scheduler.api;

import java.util.Objects;

/**
 * The key of a waiting job. At most one job waits under a key at any time.
 *
 * @param queue name of the worker queue, as on the scheduler's allow-list; never null
 * @param jobId the business identification, unique within the queue; never null
 */
public record JobKey(String queue, String jobId) {

  /**
   * @throws NullPointerException if a part is null
   * @throws IllegalArgumentException if a part is blank
   */
  public JobKey {
    Objects.requireNonNull(queue, "queue");
    Objects.requireNonNull(jobId, "jobId");
    if (queue.isBlank() || jobId.isBlank()) {
      throw new IllegalArgumentException(
          "queue and jobId must not be blank: " + queue + "/" + jobId);
    }
  }

  @Override
  public String toString() {
    return queue + "/" + jobId;
  }
}
