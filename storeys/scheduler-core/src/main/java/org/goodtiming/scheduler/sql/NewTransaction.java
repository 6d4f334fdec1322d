package org.goodtiming.scheduler.sql;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of database and broker that is committed on return, and rolled back by any failure.
 *
 * <p>A {@link StoreException} or a failure of the broker reaches the caller unchanged, any other
 * failure as the cause of an exception of the container.
 */
public interface NewTransaction {

  /** Returns the result of work in a new transaction; the caller's transaction waits. */
  <T extends @Nullable Object> T call(Supplier<T> work);

  /** Does work in a new transaction; the caller's transaction waits. */
  void run(Runnable work);

  /** Returns the result of work in the caller's transaction, or in a new one if there is none. */
  <T extends @Nullable Object> T join(Supplier<T> work);

  /** Returns the result of work outside any transaction; the caller's transaction waits. */
  <T extends @Nullable Object> T outside(Supplier<T> work);

  /** Does work in a new transaction on another thread; its failure is logged. */
  void runLater(Runnable work);
}
