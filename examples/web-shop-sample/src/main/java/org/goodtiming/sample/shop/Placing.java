package org.goodtiming.sample.shop;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One bulk of orders on its way, worked on by several threads. */
final class Placing {

  /**
   * How far it has come.
   *
   * @param failed orders whose placing ended with an error; whether one of them was committed after
   *     all, only the database knows
   * @param lastError empty if there was none
   */
  record Progress(
      String run, int orders, int placed, int rolledBack, int failed, String lastError) {

    boolean done() {
      return placed + rolledBack + failed == orders;
    }
  }

  private final BulkOrder wanted;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger placed = new AtomicInteger();
  private final AtomicInteger rolledBack = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile String lastError = "";

  Placing(BulkOrder wanted) {
    this.wanted = wanted;
  }

  /** The next order, for one thread only; empty when none is left. */
  Optional<NewOrder> take() {
    var number = taken.incrementAndGet();
    return number <= wanted.numbers().count()
        ? Optional.of(wanted.order(number))
        : Optional.empty();
  }

  void succeeded(NewOrder order) {
    switch (order.fate()) {
      case SHIPPED, NEVER_SHIPPED -> placed.incrementAndGet();
      case ROLLED_BACK -> rolledBack.incrementAndGet();
    }
  }

  void failed(NewOrder order, Exception error) {
    lastError = order.id() + ": " + error;
    failed.incrementAndGet();
  }

  Progress progress() {
    return new Progress(
        wanted.run(),
        wanted.numbers().count(),
        placed.get(),
        rolledBack.get(),
        failed.get(),
        lastError);
  }
}
