package org.goodtiming.scheduler.api;

import org.jspecify.annotations.Nullable;

/** Work that takes minutes to days. It does not use messages or reports itself. */
@FunctionalInterface
public interface LongRunningTask {

  /**
   * Executes the work, on a thread of the managed executor, without a transaction.
   *
   * @return the result; null if there is none
   * @throws java.util.concurrent.CancellationException if the task stops because {@link
   *     RunContext#cancelled()}
   * @throws DoNotRetryException if the work has failed permanently: the run ends as an error
   * @throws RetryAtException if the work has failed and may succeed from a certain time on
   * @throws Exception if the work has failed: the run is tried again if the retry policy of the job
   *     or its queue has another attempt, and ends as an error otherwise
   */
  @Nullable ExecutionResult run(RunContext context) throws Exception;
}
