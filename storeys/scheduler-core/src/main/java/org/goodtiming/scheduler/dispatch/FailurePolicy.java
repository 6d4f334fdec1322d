package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.config.DispatchConfig;

/**
 * Decides whether the queue or single jobs are to blame for failures, and the consequences (ADR
 * 0004).
 */
record FailurePolicy(int maxAttempts, Backoff jobBackoff, Backoff queueBackoff) {

  /** After this number of failures in a row without a success, the queue is to blame. */
  private static final int ENOUGH_TO_BLAME_THE_QUEUE = 3;

  enum Blame {
    NOBODY,
    JOBS,
    QUEUE
  }

  /**
   * Jobs of one queue, each tried in a separate transaction.
   *
   * @param queueFailures number of earlier failures of the queue in a row
   * @param sent jobs that succeeded; a canary or a dropped job shows nothing
   * @param failed jobs, each of which its queue may have made fail
   * @param unsendable further jobs, which are to blame themselves
   */
  record Tries(int queueFailures, int sent, int failed, int unsendable) {

    private boolean none() {
      return sent == 0 && failed == 0 && unsendable == 0;
    }
  }

  static FailurePolicy of(DispatchConfig config) {
    return new FailurePolicy(config.maxAttempts(), config.jobBackoff(), config.queueBackoff());
  }

  /**
   * Whether another job is to be tried. At least one job is, even if the queue's batch has used up
   * the time; otherwise nothing would be to blame, and the next round would begin with the same
   * batch.
   */
  boolean triesAnother(Tries tries, boolean timeIsUp) {
    boolean enough = tries.sent == 0 && tries.failed >= ENOUGH_TO_BLAME_THE_QUEUE;
    return tries.none() || !timeIsUp && !enough;
  }

  /** A job that can be sent is to blame only if another job of its queue succeeded. */
  Blame blame(Tries tries) {
    if (tries.failed == 0) {
      return Blame.NOBODY;
    }
    return tries.sent > 0 ? Blame.JOBS : Blame.QUEUE;
  }

  boolean queueHasRecovered(Tries tries) {
    return tries.queueFailures > 0 && tries.sent > 0;
  }

  /** How long a queue that is to blame backs off, together with the jobs that were tried. */
  Duration queueRest(Tries tries) {
    return queueBackoff.after(tries.queueFailures + 1);
  }

  /** Whether a job that is to blame goes to quarantine. */
  boolean isExhausted(int attempts) {
    return attempts >= maxAttempts;
  }

  /** Delay before the next attempt of a job that caused a failure. */
  Duration jobWait(int attempts) {
    return jobBackoff.after(attempts);
  }
}
