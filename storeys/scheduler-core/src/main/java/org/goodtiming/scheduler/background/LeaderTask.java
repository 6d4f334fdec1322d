package org.goodtiming.scheduler.background;

import org.jspecify.annotations.Nullable;

/** A task that only the leader runs, from the moment at which the node leads. */
public interface LeaderTask extends BackgroundTask {

  /**
   * Runs outside any transaction. The thread is interrupted when the node stops leading. A run must
   * tolerate that a new leader runs the same task at the same time.
   */
  void run();

  /**
   * The SQL condition on which a run would find work; {@link WorkProbe} reads those of all tasks in
   * one statement, and a run begins only if its one is true. Null if no condition tells: each
   * interval has a run.
   */
  default @Nullable String condition() {
    return null;
  }

  @Override
  default void run(Repetition repetition) {
    run();
  }
}
