package org.goodtiming.scheduler.dispatch;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.job.ClaimedJob;

/**
 * The canaries of a batch.
 *
 * @param now by the database's clock
 */
record Canaries(List<ClaimedJob> jobs, Instant now) {

  boolean isEmpty() {
    return jobs.isEmpty();
  }
}
