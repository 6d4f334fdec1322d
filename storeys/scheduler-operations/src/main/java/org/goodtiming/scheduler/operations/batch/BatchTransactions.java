package org.goodtiming.scheduler.operations.batch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/** Batch operations; each call is a transaction, which is committed on return. */
@Singleton
public record BatchTransactions(
    NewTransaction transaction, BatchChanges operations, BatchVerbs verbs) {

  @Inject
  public BatchTransactions {}

  /** Stores an operation; joins a transaction if there is one. */
  public Row create(String login, BatchRequest request, int counted, @Nullable Long estimate) {
    return transaction.join(() -> operations.create(login, request, counted, estimate));
  }

  /** False if there is no such operation. */
  public boolean stop(String login, long id) {
    return transaction.call(() -> operations.stop(login, id));
  }

  /**
   * One step: all of the page, or nothing.
   *
   * @return false if another transaction has locked the operation, or it has ended
   */
  boolean apply(BatchOperation operation, BatchPage page) {
    return step(operation, page, () -> verbs.apply(operation, page));
  }

  /** Skips a page of one job or row that cannot be changed. */
  void leaveOut(BatchOperation operation, BatchPage page, String why) {
    step(operation, page, () -> BatchTally.NOTHING.plusRefused(why));
  }

  private boolean step(BatchOperation operation, BatchPage page, Supplier<BatchTally> step) {
    return transaction.call(
        () -> {
          boolean begun = operations.begin(operation);
          if (begun) {
            operations.end(operation, page, step.get());
          }
          return begun;
        });
  }
}
