package org.goodtiming.scheduler.benchmarks.crash;

/** A scheduler with a node that will be killed, and perhaps a second node. */
interface CrashTarget extends AutoCloseable {

  /** Registers jobs that are due in a moment. */
  void fill(int jobs) throws Exception;

  /** Lets all nodes hand out what is due. */
  void handOut() throws Exception;

  /** How many jobs its nodes have handed out so far. */
  long handedOut() throws Exception;

  /** Kills the only node, or the node that leads or has handed out most jobs. */
  void kill() throws Exception;

  /** Starts the killed node, and lets it hand out jobs. */
  void restart() throws Exception;

  /** How many jobs are not done for good. */
  long left() throws Exception;
}
