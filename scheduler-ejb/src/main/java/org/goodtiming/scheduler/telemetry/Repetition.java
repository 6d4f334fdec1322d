package org.goodtiming.scheduler.telemetry;

/** What a run of a {@link PeriodicTask} asks and tells. */
public interface Repetition {

  /** To be asked before each transaction but the first: false if the node stops. */
  boolean goesOn();

  /**
   * To be told of a failure despite which the run goes on.
   *
   * @param what the code, what failed, and what follows
   */
  void failed(String what, Throwable failure);
}
