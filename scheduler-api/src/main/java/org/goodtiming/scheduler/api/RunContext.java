package org.goodtiming.scheduler.api;

import org.jspecify.annotations.Nullable;

/** The run of a long-running task. */
public interface RunContext {

  JobDelivery job();

  /**
   * The number of this attempt, from 1. A value greater than 1 means that an earlier worker sent no
   * heartbeat within the timeout, or returned the run, and may have done part of the work.
   */
  int attempt();

  /**
   * Whether the task should stop soon, because its run is cancelled or the application stops.
   *
   * <p>The task stops by throwing a {@link java.util.concurrent.CancellationException}, which ends
   * a cancelled run as cancelled, with the exception's text. If the task returns instead, its run
   * is finished. When the application stops, the run is returned to the scheduler in either case.
   */
  boolean cancelled();

  /**
   * Reports progress at once. A failure to send is logged, and does not stop the task.
   *
   * @param percent 0 to 100
   * @param text a text for people; null keeps the last one
   * @throws IllegalArgumentException if the percentage is out of range
   */
  void progress(int percent, @Nullable String text);
}
