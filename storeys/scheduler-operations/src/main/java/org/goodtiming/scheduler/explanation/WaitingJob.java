package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of table job.
 *
 * @param hold null if it is not held
 * @param retry null if it does not wait for another attempt
 * @param lock null if no prepared transaction has locked the row
 * @param ahead how many jobs of the queue were to be dispatched earlier, at most 1000
 * @param share null if its queue does not choose jobs by their keys
 * @param parents null if it waits for no other job
 */
public record WaitingJob(
    Times times,
    @Nullable Hold hold,
    @Nullable Retry retry,
    @Nullable Lock lock,
    int ahead,
    @Nullable Share share,
    @Nullable Parents parents) {

  public WaitingJob(
      Times times,
      @Nullable Hold hold,
      @Nullable Retry retry,
      @Nullable Lock lock,
      int ahead,
      @Nullable Share share) {
    this(times, hold, retry, lock, ahead, share, null);
  }

  /** Returns a copy that waits for other jobs. */
  public WaitingJob after(@Nullable Parents others) {
    return new WaitingJob(times, hold, retry, lock, ahead, share, others);
  }

  /**
   * The jobs whose ends it waits for.
   *
   * @param unended how many they are
   * @param first one of them, as queue/jobId
   * @param state of its run, such as SUBMITTED, then HELD if it is held, PARENTS if it waits for
   *     other jobs; null if none is known
   * @param since when that run began, was held, or is due; if none is known, when it counts as
   *     failed
   * @param batch null unless it is a job batch that is known
   */
  public record Parents(
      int unended,
      String first,
      @Nullable String state,
      @Nullable Instant since,
      @Nullable Batch batch) {

    /** The first is a job. */
    public Parents(int unended, String first, @Nullable String state, @Nullable Instant since) {
      this(unended, first, state, since, null);
    }
  }

  /**
   * The progress of a job batch.
   *
   * @param size null until it is closed
   * @param missing members that are not awaited any more
   * @param members that were registered
   * @param onFailure whether the job waits for its first failure
   */
  public record Batch(
      @Nullable Integer size, int missing, int members, int ended, boolean onFailure) {

    int known() {
      return size == null ? members : size - missing;
    }
  }

  /**
   * The times of the row.
   *
   * @param eligibleAt from when dispatch may claim it
   * @param expiresAt null if it does not expire
   */
  public record Times(Instant dueAt, Instant eligibleAt, @Nullable Instant expiresAt) {}

  /**
   * The hold of an operator, or of the scheduler.
   *
   * @param reason of the scheduler: how a parent has ended; null if it was an operator
   */
  public record Hold(Instant since, @Nullable String by, @Nullable String reason) {

    /** Whether the parent that has failed is a job batch: the reason names it after its code. */
    boolean isOfBatch() {
      return reason != null && reason.matches("(?s)\\S+ batch .*");
    }
  }

  /**
   * The wait for another attempt after a failure.
   *
   * @param failed the stage that failed
   * @param attempts number of dispatch attempts that failed because of the job itself
   */
  public record Retry(Failed failed, int attempts, @Nullable String error) {}

  /**
   * The other jobs and runs of its key, whose value may be redacted.
   *
   * @param property whose value is the key
   * @param limit of the runs of each key, 0 if there is none
   * @param runs that are under way
   * @param ahead as {@link WaitingJob#ahead}
   */
  public record Share(String property, int limit, int runs, int ahead) {}

  /** The part of the job's way that failed. */
  public enum Failed {
    DISPATCH,
    WORKER
  }

  /**
   * A prepared transaction that has neither committed nor rolled back.
   *
   * @param gtrid under which the leader lists it as in doubt; null if it does not list it
   */
  public record Lock(@Nullable String gtrid, Instant preparedAt) {}
}
