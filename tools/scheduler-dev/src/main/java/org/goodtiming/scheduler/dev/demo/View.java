package org.goodtiming.scheduler.dev.demo;

/**
 * A run at one moment.
 *
 * @param trouble why a part of it could not be seen and is as before; empty if all was
 */
record View(ShopOrders orders, Progress progress, Unsettled left, String trouble) {

  static final View NOTHING_YET =
      new View(ShopOrders.NOT_STARTED, new Progress(0, 0, 0, 0, 0), new Unsettled(0, 0, 0), "");

  boolean settled() {
    return orders.done() && left.nothing() && trouble.isEmpty();
  }

  /** The reason why it is not settled. */
  String unfinished() {
    return "%s; the shop %s%s"
        .formatted(left, orders.done() ? "is done" : "is still placing", troubles());
  }

  @Override
  public String toString() {
    return progress + troubles();
  }

  private String troubles() {
    var failed =
        orders.failed() == 0
            ? ""
            : "  [failed %,d: %s]".formatted(orders.failed(), orders.lastError());
    return failed + (trouble.isEmpty() ? "" : "  [" + trouble + "]");
  }
}
