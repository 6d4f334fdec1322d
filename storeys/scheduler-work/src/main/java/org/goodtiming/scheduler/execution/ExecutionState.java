package org.goodtiming.scheduler.execution;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The states of an execution and their transitions; the only definition. */
public enum ExecutionState {
  /** Waits for its due time, or to be sent again. */
  SUBMITTED,
  /** The job was sent to its worker queue. */
  DISPATCHED,
  /** A worker has begun. */
  RUNNING,
  FINISHED,
  /** The worker has reported a failure, or is dead. */
  ERROR,
  CANCELLED,
  /** The job was too late to be dispatched or delivered. */
  EXPIRED,
  /** All attempts to dispatch or to deliver are used up. */
  EXHAUSTED;

  private Set<ExecutionState> following() {
    return switch (this) {
      case SUBMITTED -> Set.of(DISPATCHED, CANCELLED, EXPIRED, EXHAUSTED);
      case DISPATCHED -> Set.of(SUBMITTED, RUNNING, FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED);
      case RUNNING -> Set.of(SUBMITTED, FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED);
      case FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED -> Set.of();
    };
  }

  public boolean mayBecome(ExecutionState next) {
    return following().contains(next);
  }

  /** Whether the state is final. */
  public boolean isFinal() {
    return following().isEmpty();
  }

  /**
   * Whether a run that has ended so can be run again. One that was too late would be later still;
   * only as a member of a job batch it can.
   */
  public boolean canRunAgain() {
    return isFinal() && this != EXPIRED;
  }

  /** The states that may precede this state. */
  List<ExecutionState> predecessors() {
    return Arrays.stream(values()).filter(state -> state.mayBecome(this)).toList();
  }
}
