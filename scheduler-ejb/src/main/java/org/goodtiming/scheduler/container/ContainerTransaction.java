package org.goodtiming.scheduler.container;

import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.function.Supplier;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a session bean. Not {@code jakarta.transaction.Transactional}: the broker's
 * session of such a thread is not part of the transaction (docs/adr/0050).
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ContainerTransaction implements NewTransaction {

  private @Inject DueSignal signal;

  @Override
  public <T extends @Nullable Object> T call(Supplier<T> work) {
    signal.changedAfterCommit();
    return work.get();
  }

  @Override
  public void run(Runnable work) {
    signal.changedAfterCommit();
    work.run();
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public <T extends @Nullable Object> T join(Supplier<T> work) {
    signal.changedAfterCommit();
    return work.get();
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public <T extends @Nullable Object> T outside(Supplier<T> work) {
    return work.get();
  }

  @Override
  @Asynchronous
  public void runLater(Runnable work) {
    signal.changedAfterCommit();
    work.run();
  }
}
