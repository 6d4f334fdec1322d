package org.goodtiming.scheduler.job;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Follows jobs through the transactions of the scheduler; does nothing unless a class does. */
public interface JobTracing extends AutoCloseable {

  /** Traces no job. */
  JobTracing OFF = new JobTracing() {};

  /** Begins a span for each job, and returns the jobs with its context. */
  default List<NewJob> registering(List<NewJob> jobs) {
    return jobs;
  }

  /**
   * Begins the spans of each run and its message, and returns the jobs with the context of the
   * message.
   */
  default List<ClaimedJob> dispatching(List<ClaimedJob> jobs) {
    return jobs;
  }

  /**
   * Begins the span of a worker's report.
   *
   * @param event of the report
   * @param traceparent of the worker; null if its message has none. Unless it belongs to the run,
   *     the span is one of the first of its trace
   */
  default void reported(UUID fireId, String event, @Nullable String traceparent) {}

  /** Exports the waiting spans. */
  @Override
  default void close() {}
}
