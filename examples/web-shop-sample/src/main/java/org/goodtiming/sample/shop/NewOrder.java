package org.goodtiming.sample.shop;

import java.time.Duration;

/**
 * An order to place.
 *
 * @param run which bulk of orders it belongs to
 * @param checkAfter when its shipment is to be checked
 * @param fate what is to become of it
 */
record NewOrder(String id, String run, Duration checkAfter, Fate fate) {

  enum Fate {
    /** Shipped from stock at once. */
    SHIPPED,
    /** Placed and never shipped: its check must tell a person. */
    NEVER_SHIPPED,
    /** Rolled back after both the insert and the send: no job may come of it. */
    ROLLED_BACK
  }
}
