package org.goodtiming.scheduler.operations.batch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Failures;

/** Processes batch operations in turn, a step of each at a time. */
@Singleton
public record BatchTask(BatchQueries queries, BatchTransactions transactions, Servers servers)
    implements LeaderTask {

  private static final Logger LOG = System.getLogger(BatchTask.class.getName());

  /** A step keeps its jobs locked, so dispatch skips them. */
  private static final int STEP = 100;

  @Inject
  public BatchTask {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "batch-operations",
        Duration.ofSeconds(1),
        "SCHED-0929 could not continue batch operations; next try in a second");
  }

  @Override
  public String condition() {
    return BatchQueries.ANY_RUNNING;
  }

  /**
   * Runs until no operation is left, or until other transactions have locked all remaining
   * operations.
   */
  @Override
  public void run() {
    long steps = 1;
    while (steps > 0 && !Thread.currentThread().isInterrupted()) {
      steps = queries.running().stream().filter(this::step).count();
    }
  }

  private boolean step(BatchOperation operation) {
    try {
      return transactions.apply(operation, queries.next(operation, STEP));
    } catch (RuntimeException e) {
      rethrowIfNoJobsFault(e);
      LOG.log(
          Level.WARNING,
          "SCHED-0930 a step of batch operation {0} failed; its jobs are tried one by one: {1}",
          String.valueOf(operation.id()),
          Failures.text(e));
      for (int i = 0; i < STEP && !Thread.currentThread().isInterrupted(); i++) {
        queries.running(operation.id()).ifPresent(this::single);
      }
      return true;
    }
  }

  private void single(BatchOperation operation) {
    BatchPage page = queries.next(operation, 1);
    try {
      transactions.apply(operation, page);
    } catch (RuntimeException e) {
      rethrowIfNoJobsFault(e);
      transactions.leaveOut(operation, page, Failures.text(e));
    }
  }

  /** The next run of the task tries again. */
  private void rethrowIfNoJobsFault(RuntimeException failure) {
    if (servers.explain(failure) || Thread.currentThread().isInterrupted()) {
      throw failure;
    }
  }
}
