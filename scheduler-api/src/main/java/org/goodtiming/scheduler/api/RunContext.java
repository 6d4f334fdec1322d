package org.goodtiming.scheduler.api;

import org.jspecify.annotations.Nullable;

/** What a long-running task sees of its run. */
public interface RunContext {

  JobDelivery job();

  /**
   * Which attempt of the run this is, from 1. More than 1: an earlier worker was silent for too
   * long, or handed the run back, and may have done part of the work.
   */
  int attempt();

  /**
   * Whether the task shall stop soon: its run is cancelled, or the application stops.
   *
   * <p>The task stops by throwing a {@link java.util.concurrent.CancellationException}, which ends
   * a cancelled run as cancelled, with the exception's text. A task that returns has finished, and
   * its run ends so. When the application stops, the run is handed back, whatever the task does.
   */
  boolean cancelled();

  /**
   * Tells at once how far the work is. A failure to send is logged, and does not stop the task.
   *
   * @param percent 0 to 100
   * @param text for people; null leaves the last one
   * @throws IllegalArgumentException if the percentage is out of range
   */
  void progress(int percent, @Nullable String text);
}
