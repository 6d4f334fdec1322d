package org.goodtiming.scheduler.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job batch that is registered: its members, and the jobs that wait for it. Members are sent, in
 * the transaction of the caller, while they are added, 1,000 at a time, so that a batch may have
 * more of them than fit into memory. Call {@link #close} at the end.
 *
 * <p>Not thread-safe.
 */
public final class JobBatch {

  private final JobScheduler scheduler;
  private final String id;
  private final List<JobRequest> unsent = new ArrayList<>();
  private int members;
  private @Nullable Duration timeout;

  JobBatch(JobScheduler scheduler, String id) {
    this.scheduler = scheduler;
    this.id = StorableText.name("batch", id);
  }

  /** The id of the batch. */
  public String id() {
    return id;
  }

  /**
   * Adds a member, which is due at once unless it says otherwise. Each has another key. It must be
   * tracked, or of a worker queue that tells the ends of runs.
   *
   * @throws JobSchedulerException as by {@link JobScheduler#scheduleAll}
   */
  public JobBatch add(JobRequestBuilder member) {
    member.batch(id);
    send((member.hasDueTime() ? member : member.delay(Duration.ZERO)).build());
    members++;
    return this;
  }

  /**
   * Adds a job that is due once when all members have ended. If one of them has not finished,
   * {@link JobRequestBuilder#ifParentFails} says what becomes of the job.
   */
  public JobBatch then(JobRequestBuilder job) {
    send(job.afterBatch(id).build());
    return this;
  }

  /**
   * Adds a job that is due once when the first member has failed, and is cancelled if the batch
   * ends without that.
   */
  public JobBatch onFailure(JobRequestBuilder job) {
    send(job.onBatchFailure(id).build());
    return this;
  }

  /**
   * How long the batch waits for its members, from its closing on; a day by default.
   *
   * @param timeout {@code PT1S} to {@code P366D}
   */
  public JobBatch timeout(Duration timeout) {
    this.timeout = JobRequestBuilder.limit("timeout", timeout);
    return this;
  }

  /** Sends what is left, and the number of members: the batch ends when these have ended. */
  public void close() {
    flush();
    if (timeout == null) {
      scheduler.closeBatch(id, members);
    } else {
      scheduler.closeBatch(id, members, timeout);
    }
  }

  private void send(JobRequest request) {
    unsent.add(request);
    if (unsent.size() == WireContract.GUARANTEED_LINES) {
      flush();
    }
  }

  private void flush() {
    scheduler.scheduleAll(unsent);
    unsent.clear();
  }
}
