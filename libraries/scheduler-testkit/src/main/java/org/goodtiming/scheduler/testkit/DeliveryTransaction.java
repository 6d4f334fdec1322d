package org.goodtiming.scheduler.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The transaction of the delivery that a worker processes. Not thread-safe. */
final class DeliveryTransaction {

  private record Actions(List<Runnable> onCommit, List<Runnable> afterCommit) {}

  /** Null if no worker processes a delivery. */
  private @Nullable Actions actions;

  /** Executes an action when the worker has returned, or at once if there is no transaction. */
  void onCommit(Runnable action) {
    if (actions == null) {
      action.run();
    } else {
      actions.onCommit().add(action);
    }
  }

  /**
   * Returns an executor of actions when the worker has returned, outside the transaction.
   *
   * @throws IllegalStateException if there is no transaction
   */
  Executor afterCommit() {
    if (actions == null) {
      throw new IllegalStateException("a long run can start only in the worker of a delivery");
    }
    return actions.afterCommit()::add;
  }

  /**
   * Processes a delivery.
   *
   * @return false if the worker has thrown: nothing of it takes effect
   */
  @SuppressWarnings("CatchingUnchecked") // As a container does
  boolean commits(Runnable worker) {
    Actions outer = actions;
    Actions own = new Actions(new ArrayList<>(), new ArrayList<>());
    actions = own;
    try {
      worker.run();
    } catch (RuntimeException e) {
      return false;
    } finally {
      actions = outer;
    }
    own.onCommit().forEach(Runnable::run);
    own.afterCommit().forEach(Runnable::run);
    return true;
  }
}
