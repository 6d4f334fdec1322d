package org.goodtiming.scheduler.background;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Starts the leader's tasks that have work. */
record WorkProbe(Conditions conditions, BooleanSupplier rests) implements LeaderTask {

  /** The shortest interval of these tasks. */
  static final Duration INTERVAL = Duration.ofMillis(250);

  /** The interval while the node rests, which a commit ends. */
  private static final Duration AT_REST = Duration.ofSeconds(1);

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "work-probe", rests.getAsBoolean() ? AT_REST : INTERVAL, Conditions.UNREADABLE);
  }

  @Override
  public void run() {
    conditions.offerRuns();
  }
}
