package org.goodtiming.scheduler.tracking;

/** What became of a message in the broker. */
enum Fate {
  /** All its deliveries failed. */
  DEAD,
  /** Its time to live passed. */
  EXPIRED
}
