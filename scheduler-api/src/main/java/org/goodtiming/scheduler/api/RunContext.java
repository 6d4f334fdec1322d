package org.goodtiming.scheduler.api;

import org.jspecify.annotations.Nullable;

/** The run of a long-running task. */
public interface RunContext {

  JobDelivery job();

  /**
   * The number of this attempt, from 1. A value greater than 1 means that an earlier worker failed,
   * sent no heartbeat within the timeout, took longer than the limit of the run, postponed or
   * returned it, and may have done part of the work.
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
   * The checkpoint that an earlier attempt saved, a JSON value from which to continue; null if
   * there is none.
   */
  default @Nullable String checkpoint() {
    return job().checkpoint();
  }

  /**
   * Saves the state of the work, for a further attempt of this run. It replaces the former
   * checkpoint, and is sent with the next report: a heartbeat, at most 10 s later, progress, or the
   * end, also that of an application that stops. What the work did after its last saved checkpoint
   * is done again.
   *
   * @param json one JSON value, at most {@link WireContract#MAX_CHECKPOINT_BYTES} in UTF-8
   * @throws IllegalArgumentException if it is no JSON value ({@code SCHED-0686}), or too large
   *     ({@code SCHED-0685})
   */
  void checkpoint(String json);

  /**
   * Keeps a line with the run, for people: the last {@link WireContract#MAX_LOG_LINES} lines of all
   * attempts are kept. It is sent with the next report.
   *
   * @param line cut off after {@link WireContract#MAX_LOG_LINE_LENGTH} characters
   */
  void log(String line);

  /**
   * Reports progress at once. A failure to send is logged, and does not stop the task.
   *
   * @param percent 0 to 100
   * @param text a text for people; null keeps the last one
   * @throws IllegalArgumentException if the percentage is out of range
   */
  void progress(int percent, @Nullable String text);
}
