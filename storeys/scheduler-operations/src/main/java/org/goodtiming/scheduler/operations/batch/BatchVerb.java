package org.goodtiming.scheduler.operations.batch;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operation that is applied to each selected job, row or run. */
public enum BatchVerb {
  CANCEL(Subject.JOBS),
  RESCHEDULE(Subject.JOBS),
  RUN_NOW(Subject.JOBS),
  HOLD(Subject.JOBS),
  RELEASE(Subject.JOBS),
  RESUBMIT(Subject.QUARANTINE),
  DELETE(Subject.QUARANTINE),
  RUN_AGAIN(Subject.ENDED_RUNS),
  CANCEL_RUNS(Subject.OPEN_RUNS);

  /** The kind of rows that an operation selects. */
  public enum Subject {
    /** The operation changes waiting jobs. */
    JOBS,
    QUARANTINE,
    /** The operation changes ended runs of tracked jobs. */
    ENDED_RUNS,
    /** The operation changes runs of a job batch that have not ended. */
    OPEN_RUNS
  }

  private final Subject subject;

  BatchVerb(Subject subject) {
    this.subject = subject;
  }

  public Subject subject() {
    return subject;
  }

  /** Whether the jobs that it changes are held; null if it changes both. */
  @Nullable Boolean ofHeld() {
    return switch (this) {
      case HOLD -> false;
      case RELEASE -> true;
      case CANCEL, RESCHEDULE, RUN_NOW, RESUBMIT, DELETE, RUN_AGAIN, CANCEL_RUNS -> null;
    };
  }

  /**
   * Whether it leaves schedules alone, whose next runs wait as jobs, unless it is told otherwise.
   */
  public boolean sparesSchedules() {
    return this == CANCEL || this == RESCHEDULE;
  }

  /** Whether it leaves the next runs of schedules alone: always, or unless it is told otherwise. */
  boolean leavesNextRuns() {
    return this == HOLD || sparesSchedules();
  }

  /** Whether its user needs a grant for the queue of what it changes. */
  boolean needsGrant() {
    return this == CANCEL || this == RUN_AGAIN || this == CANCEL_RUNS;
  }

  /** The name in table batch_operation, and in requests. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<BatchVerb> of(String label) {
    return Arrays.stream(values()).filter(verb -> verb.label().equals(label)).findFirst();
  }
}
