package org.goodtiming.scheduler.database;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;

/** Tells the outcome of transactions that the test itself begins and ends. */
public final class LocalSynchronizations implements TransactionSynchronizationRegistry {

  private final List<Synchronization> registered = new ArrayList<>();

  /** The transaction is over. */
  public void end(int status) {
    List<Synchronization> ended = List.copyOf(registered);
    registered.clear();
    ended.forEach(each -> each.afterCompletion(status));
  }

  @Override
  public void registerInterposedSynchronization(Synchronization synchronization) {
    registered.add(synchronization);
  }

  @Override
  public int getTransactionStatus() {
    return Status.STATUS_ACTIVE;
  }

  @Override
  public Object getTransactionKey() {
    return this;
  }

  @Override
  public void putResource(Object key, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Object getResource(Object key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setRollbackOnly() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean getRollbackOnly() {
    throw new UnsupportedOperationException();
  }
}
