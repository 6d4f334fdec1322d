package org.goodtiming.scheduler.operations.job;

import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/** Remembers for the audit how a job waited before it was changed. */
public final class JobBefore implements Consumer<JobKey> {

  private final JobChanges jobs;
  private @Nullable String description;
  private boolean recurred;

  public JobBefore(JobChanges jobs) {
    this.jobs = jobs;
  }

  /** Locks the job, so that no other transaction changes it meanwhile. */
  @Override
  public void accept(JobKey key) {
    LockedJob job = jobs.lock(key).orElse(null);
    description = job == null ? null : job.describe();
    recurred = job != null && job.recurs();
  }

  /** Whether the next run of a schedule waited. */
  boolean recurred() {
    return recurred;
  }

  /** Null if no job waited. */
  public @Nullable String description() {
    return description;
  }
}
