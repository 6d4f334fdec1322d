package org.goodtiming.scheduler.background;

/** The view that a run of a {@link BackgroundTask} has of its repetition. */
public interface Repetition {

  /** Whether the task may continue. Call it before each transaction but the first. */
  boolean goesOn();

  /**
   * Logs a failure that does not end the run.
   *
   * @param what the code, the failed action, and the consequence
   */
  void failed(String what, Throwable failure);
}
