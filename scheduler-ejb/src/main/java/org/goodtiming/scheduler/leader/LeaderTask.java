package org.goodtiming.scheduler.leader;

import java.time.Duration;

/** A periodic task that only the leader runs, in parallel to dispatch. */
public interface LeaderTask {

  String name();

  /** From the end of a run to the start of the next; asked after each run. */
  Duration interval();

  /**
   * Runs outside any transaction, on its own thread, which is interrupted when the node stops
   * leading. It must tolerate that a new leader runs the same task at the same time.
   */
  void run();

  /** The log entry for a run that throws: the code, what failed, and what follows. */
  String failure();
}
