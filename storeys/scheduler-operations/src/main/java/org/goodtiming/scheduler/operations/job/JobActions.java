package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** The changes of a single waiting job. */
@Singleton
public record JobActions(JobChanges changes, JobHolds holds, JobCancels cancels) {

  @Inject
  public JobActions {}
}
