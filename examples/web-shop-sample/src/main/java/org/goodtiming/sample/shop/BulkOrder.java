package org.goodtiming.sample.shop;

import java.time.Duration;
import org.goodtiming.sample.shop.NewOrder.Fate;

/**
 * Many orders at once.
 *
 * @param run names them, to distinguish them from the orders of other runs
 * @param parallel how many are placed at the same time
 */
record BulkOrder(String run, Numbers numbers, int parallel, Delays delays, Fates fates) {

  // Each may need two connections of the shop's pool at a time: its own, and one for
  // RolledBackOrders.
  static final int MAX_PARALLEL = 16;

  /**
   * The ids of the orders.
   *
   * @param prefix begins each of them
   * @param first number of the first order
   */
  record Numbers(String prefix, int first, int count) {

    static Numbers of(String run, int count) {
      return new Numbers(run + "-", 1, count);
    }

    Numbers {
      if (count < 1) {
        throw new IllegalArgumentException("orders must be at least 1, not " + count);
      }
      if (first < 1 || first > Integer.MAX_VALUE - count) {
        throw new IllegalArgumentException(
            "first must be from 1 to %d, not %d".formatted(Integer.MAX_VALUE - count, first));
      }
    }

    private String id(int number) {
      return prefix + (first + number - 1);
    }
  }

  /**
   * How long after each order its check is due.
   *
   * @param shortest that of the first order
   * @param spread by how much longer that of the last order is; those between grow evenly
   */
  record Delays(Duration shortest, Duration spread) {

    Delays {
      refuseNegative("delay", shortest);
      refuseNegative("spread", spread);
    }

    private static void refuseNegative(String name, Duration value) {
      if (value.isNegative()) {
        throw new IllegalArgumentException(name + " must not be negative, but is " + value);
      }
    }

    private Duration of(int number, int count) {
      var longer = count == 1 ? 0 : spread.toMillis() * (number - 1) / (count - 1);
      return shortest.plusMillis(longer);
    }
  }

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
    if (parallel < 1 || parallel > MAX_PARALLEL) {
      throw new IllegalArgumentException(
          "parallel must be from 1 to " + MAX_PARALLEL + ", not " + parallel);
    }
  }

  /**
   * @param number from 1
   */
  NewOrder order(int number) {
    return new NewOrder(
        numbers.id(number), run, delays.of(number, numbers.count()), fates.of(number));
  }
}
