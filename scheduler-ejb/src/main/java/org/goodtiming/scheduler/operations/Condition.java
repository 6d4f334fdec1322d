package org.goodtiming.scheduler.operations;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of the waiting job for it to be changed.
 *
 * @param tags of which the job must have one; empty if any job may wait; null if none needs to
 */
public record Condition(@Nullable Set<String> tags) {

  public static final Condition NONE = new Condition(null);

  void check(JobChanges changes, String queue, String jobId) {
    if (tags != null) {
      changes.require(queue, jobId, tags);
    }
  }
}
