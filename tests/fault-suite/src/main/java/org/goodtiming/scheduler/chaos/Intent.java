package org.goodtiming.scheduler.chaos;

import java.time.Instant;

/**
 * A registration or a cancel that is sent during a storm.
 *
 * @param id unique, while several intents may concern one job
 * @param dueAt of a registration; the cancel has that of what it cancels
 * @param change what is sent for the same job some seconds later
 */
record Intent(String id, String jobId, String queue, Instant dueAt, Op op, Change change) {

  /** The user property by which a delivery names its intent. */
  static final String PROPERTY = "x_intent";

  enum Op {
    SCHEDULE,
    CANCEL
  }

  enum Change {
    NONE,
    REPLACE,
    CANCEL
  }

  static Intent toSchedule(String jobId, String queue, Instant dueAt, Change change) {
    return new Intent(jobId, jobId, queue, dueAt, Op.SCHEDULE, change);
  }

  /** The second one for this job. */
  Intent changed(Instant nextDueAt) {
    return change == Change.CANCEL
        ? new Intent(jobId + "+cancel", jobId, queue, dueAt, Op.CANCEL, Change.NONE)
        : new Intent(jobId + "+replace", jobId, queue, nextDueAt, Op.SCHEDULE, Change.NONE);
  }

  boolean changes() {
    return change != Change.NONE;
  }

  boolean schedules() {
    return op == Op.SCHEDULE;
  }

  /** Whether a receipt reports its outcome. */
  boolean wantsReceipt() {
    return changes() || !id.equals(jobId);
  }
}
