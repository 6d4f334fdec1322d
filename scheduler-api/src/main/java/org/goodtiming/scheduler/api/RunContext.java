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
   * Whether the task shall return soon: the application stops, and the run is handed back. What the
   * task returns or throws then is not reported.
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
