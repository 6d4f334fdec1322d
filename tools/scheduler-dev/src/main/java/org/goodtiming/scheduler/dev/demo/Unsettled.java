package org.goodtiming.scheduler.dev.demo;

/**
 * The unfinished parts of a run.
 *
 * @param unchecked orders without a check
 * @param waiting jobs not yet dispatched
 * @param inDoubt transactions prepared and not ended, of whomever
 */
record Unsettled(long unchecked, long waiting, long inDoubt) {

  boolean nothing() {
    return unchecked == 0 && waiting == 0 && inDoubt == 0;
  }

  @Override
  public String toString() {
    return "%,d orders without a check, %,d jobs waiting, %,d transactions in doubt"
        .formatted(unchecked, waiting, inDoubt);
  }
}
