package org.goodtiming.scheduler.deadletter;

/** What became of a message in the broker. */
enum DeadLetterType {
  /** All its deliveries failed. */
  DEAD,
  /** Its time to live passed. */
  EXPIRED
}
