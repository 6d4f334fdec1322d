package org.goodtiming.scheduler.background;

/** The view that a run of a {@link BackgroundTask} has of its repetition. */
public interface Repetition {

  /** To be asked before each transaction but the first: false if the task is to stop. */
  boolean goesOn();

  /**
   * Logs a failure despite which the run goes on.
   *
   * @param what the code, what failed, and what follows
   */
  void failed(String what, Throwable failure);
}
