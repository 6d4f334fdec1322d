package org.goodtiming.scheduler.operations.execution;

import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.registration.Receipt;

/** The outcome of a cancel of a tracked run. */
public enum RunCancel {
  /** The run has ended as cancelled, now or before. */
  CANCELLED,
  /** Its worker is asked to stop; the worker's report ends the run. */
  REQUESTED,
  /** The run has ended in another way. */
  TOO_LATE,
  /** It is the next run of a schedule, of which it cannot be taken away. */
  RECURS,
  /** A later intent applies: the job still waits. */
  OVERTAKEN,
  /** The execution no longer exists. */
  UNKNOWN;

  /** The outcome for a run in that state whose job does not wait. */
  public static RunCancel of(ExecutionState found) {
    return switch (found) {
      case SUBMITTED, CANCELLED -> CANCELLED;
      case DISPATCHED, RUNNING -> REQUESTED;
      case FINISHED, ERROR, EXPIRED, EXHAUSTED -> TOO_LATE;
    };
  }

  public static RunCancel ofWaiting(Receipt.Status status) {
    return status == Receipt.Status.CANCELLED ? CANCELLED : OVERTAKEN;
  }
}
