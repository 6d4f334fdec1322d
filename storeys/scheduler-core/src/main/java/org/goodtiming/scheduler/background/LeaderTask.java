package org.goodtiming.scheduler.background;

/** A task that only the leader runs, from the moment at which the node leads. */
public interface LeaderTask extends BackgroundTask {

  /**
   * Runs outside any transaction. The thread is interrupted when the node stops leading. A run must
   * tolerate that a new leader runs the same task at the same time.
   */
  void run();

  @Override
  default void run(Repetition repetition) {
    run();
  }
}
