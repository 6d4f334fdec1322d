package org.goodtiming.scheduler.sql;

import java.util.function.Supplier;

/** The work alone; each statement commits. */
public class InlineTransactions implements NewTransaction {

  @Override
  public <T> T call(Supplier<T> work) {
    return work.get();
  }

  @Override
  public void run(Runnable work) {
    work.run();
  }

  @Override
  public <T> T join(Supplier<T> work) {
    return work.get();
  }

  @Override
  public <T> T outside(Supplier<T> work) {
    return work.get();
  }

  @Override
  public void runLater(Runnable work) {
    throw new UnsupportedOperationException();
  }
}
