package org.goodtiming.scheduler.benchmarks.crash;

/** A scheduler of one or two nodes, of which one will be killed. */
interface CrashTarget extends AutoCloseable {

  /** Registers jobs that are due in a moment. */
  void fill(int jobs) throws Exception;

  /** Lets all nodes hand out what is due. */
  void handOut() throws Exception;

  /** How many jobs its nodes have handed out so far. */
  long handedOut() throws Exception;

  /** Kills the only node, or the one that leads or has handed out most. */
  void kill() throws Exception;

  /** Starts the one that was killed, and lets it hand out. */
  void restart() throws Exception;

  /** How many jobs are not done for good. */
  long left() throws Exception;
}
