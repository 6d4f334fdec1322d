package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import org.goodtiming.scheduler.config.Backoff;
import org.goodtiming.scheduler.config.DispatchConfig;

/** Who is to blame when jobs could not be dispatched one by one, and what follows (ADR 0004). */
record FailurePolicy(int maxAttempts, Backoff jobBackoff, Backoff queueBackoff) {

  /** So many jobs in a row, none taken: the queue is to blame, not its jobs. */
  private static final int ENOUGH_TO_BLAME_THE_QUEUE = 3;

  enum Blame {
    NOBODY,
    JOBS,
    QUEUE
  }

  /**
   * Jobs of one queue, each tried in a transaction of its own.
   *
   * @param queueFailures how often in a row the queue had taken nothing before
   * @param taken rows
   * @param failed jobs
   */
  record Tries(int queueFailures, int taken, int failed) {

    private boolean none() {
      return taken == 0 && failed == 0;
    }
  }

  static FailurePolicy of(DispatchConfig config) {
    return new FailurePolicy(config.maxAttempts(), config.jobBackoff(), config.queueBackoff());
  }

  /**
   * Whether one more job is to be tried. One is, even if the queue's batch has used up the time:
   * unless somebody is blamed, the next round begins with the same batch.
   */
  boolean triesAnother(Tries tries, boolean timeIsUp) {
    boolean enough = tries.taken == 0 && tries.failed >= ENOUGH_TO_BLAME_THE_QUEUE;
    return tries.none() || !timeIsUp && !enough;
  }

  /** A job is to blame only if its queue took another one beside it. */
  Blame blame(Tries tries) {
    if (tries.failed == 0) {
      return Blame.NOBODY;
    }
    return tries.taken > 0 ? Blame.JOBS : Blame.QUEUE;
  }

  boolean queueHasRecovered(Tries tries) {
    return tries.queueFailures > 0 && tries.taken > 0;
  }

  /** How long a queue that is to blame rests, and the jobs that were tried with it. */
  Duration queueRest(Tries tries) {
    return queueBackoff.after(tries.queueFailures + 1);
  }

  /** Whether a job that is to blame goes to quarantine. */
  boolean isExhausted(int attempts) {
    return attempts >= maxAttempts;
  }

  /** How long a job that is to blame waits for its next attempt. */
  Duration jobWait(int attempts) {
    return jobBackoff.after(attempts);
  }
}
