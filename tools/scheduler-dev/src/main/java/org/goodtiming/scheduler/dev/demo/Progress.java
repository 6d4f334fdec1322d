package org.goodtiming.scheduler.dev.demo;

/**
 * The progress of a run, each figure counted from its start.
 *
 * @param due orders whose check is due by now
 */
record Progress(long placed, long registered, long due, long dispatched, long executed) {

  @Override
  public String toString() {
    return "placed %,d  registered %,d  due %,d  dispatched %,d  executed %,d"
        .formatted(placed, registered, due, dispatched, executed);
  }
}
