package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the executions of tracked jobs. Called in the transaction that changes the job's row, and
 * only if at least one job is tracked.
 */
public interface TrackedJobs {

  /** The endings of an execution that no worker has begun. */
  enum Ending {
    CANCELLED,
    EXPIRED,
    EXHAUSTED
  }

  /** Records that jobs wait; this transaction has written their rows. */
  void submitted(Collection<JobKey> waiting);

  /**
   * Records that members of job batches wait; this transaction has written their rows. Each takes
   * the place of former runs of its key in the batch.
   *
   * @param batches id of the batch of each
   */
  void submitted(Map<JobKey, String> batches);

  /**
   * Records members of job batches that are not registered, because a later cancel or registration
   * of their key came first: they count as cancelled, unless a run of their key is a member.
   */
  void overtaken(Collection<NewJob> members);

  /**
   * Records jobs that were not tracked, and are now, because their queue limits its concurrent
   * runs; this transaction has taken their rows, and sends them.
   *
   * @param rows as JSON
   */
  void taken(Collection<String> rows);

  /** Records that waiting jobs have another due time; this transaction has written their rows. */
  void moved(Collection<JobKey> waiting);

  /** Records that waiting jobs have another content; this transaction has written their rows. */
  void changed(Collection<JobKey> waiting);

  /** The limits of the runs of waiting jobs may have changed, with their properties. */
  void limited(Collection<JobKey> waiting);

  /**
   * Records that this transaction sends jobs.
   *
   * @param keys by which runs count, of those that their queues choose by key; by fire id
   */
  void dispatched(List<ClaimedJob> jobs, Map<UUID, String> keys);

  /**
   * Asks for the end of the runs of that key that were dispatched, of jobs that were not sent later
   * than the cancel; not while a later job waits.
   *
   * @param login who asks; null if the broker does not tell it
   * @return whether there was such a run that had not ended
   */
  boolean cancelRuns(JobKey key, Instant sentAt, @Nullable String login);

  /**
   * Asks for the end of dispatched runs that later runs of their schedules replace, except those
   * that another transaction has locked.
   *
   * @return those that were asked, and those that had ended
   */
  Collection<UUID> superseded(Collection<UUID> fireIds);

  /** Waiting jobs were cancelled before their dispatch, or before that of a further attempt. */
  void cancelled(Collection<UUID> fireIds);

  /** Records that jobs no longer wait, and will not be sent. */
  void ended(Collection<UUID> fireIds, Ending ending, String reason);
}
