package org.goodtiming.sample.shop;

import java.time.Duration;
import org.goodtiming.sample.shop.Order.Fate;

/**
 * Many orders at once.
 *
 * @param run names them, so that they can be told from those of other runs
 * @param parallel how many are placed at the same time
 * @param delay how long after each order its check is due
 */
record BulkOrder(String run, int orders, int parallel, Duration delay, Fates fates) {

  // Each may need two connections of the shop's pool at a time: its own, and one for
  // RolledBackOrders.
  static final int MOST_PARALLEL = 16;

  record Fates(Share neverShipped, Share rolledBack) {

    Fate of(int number) {
      if (rolledBack.picks(number)) {
        return Fate.ROLLED_BACK;
      }
      return neverShipped.picks(number) ? Fate.NEVER_SHIPPED : Fate.SHIPPED;
    }
  }

  BulkOrder {
    if (!run.matches("[A-Za-z0-9._-]{1,60}")) {
      throw new IllegalArgumentException(
          "run must be 1 to 60 letters, digits, dots, dashes or underscores, not '" + run + "'");
    }
    if (orders < 1) {
      throw new IllegalArgumentException("orders must be at least 1, not " + orders);
    }
    if (parallel < 1 || parallel > MOST_PARALLEL) {
      throw new IllegalArgumentException(
          "parallel must be from 1 to " + MOST_PARALLEL + ", not " + parallel);
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative, but is " + delay);
    }
  }

  /**
   * @param number from 1
   */
  Order order(int number) {
    return new Order("%s-%06d".formatted(run, number), run, delay, fates.of(number));
  }
}
