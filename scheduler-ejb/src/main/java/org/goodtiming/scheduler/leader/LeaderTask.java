package org.goodtiming.scheduler.leader;

import java.time.Duration;

/** Something that only the leader does, again and again, beside dispatch. */
public interface LeaderTask {

  String name();

  /** From the end of a run to the start of the next; asked after each run. */
  Duration interval();

  /**
   * Runs outside of any transaction, on a thread of its own, which is interrupted when the node
   * stops leading. What it does must be harmless beside a new leader that does the same.
   */
  void run();

  /** The log entry for a run that throws: the code, what failed, and what follows. */
  String failure();
}
