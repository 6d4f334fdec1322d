package org.goodtiming.scheduler.operations.batch;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import org.goodtiming.scheduler.operations.row.Row;

/** Batch operations; each call is a transaction, which is committed on return. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class BatchTransactions {

  private @Inject BatchChanges operations;
  private @Inject BatchVerbs verbs;

  /** Stores an operation; joins a transaction if there is one. */
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public Row create(String login, BatchRequest request, int counted) {
    return operations.create(login, request, counted);
  }

  /** False if there is no such operation. */
  public boolean stop(String login, long id) {
    return operations.stop(login, id);
  }

  /**
   * One step: all of the page, or nothing.
   *
   * @return false if another transaction has locked the operation, or it has ended
   */
  public boolean apply(BatchOperation operation, BatchPage page) {
    boolean begun = operations.begin(operation);
    if (begun) {
      operations.end(operation, page, verbs.apply(operation, page));
    }
    return begun;
  }

  /** Skips a page of one job or row that cannot be changed. */
  public void leaveOut(BatchOperation operation, BatchPage page, String why) {
    if (operations.begin(operation)) {
      operations.end(operation, page, BatchTally.NOTHING.plusRefused(why));
    }
  }
}
