package org.goodtiming.scheduler.deadletter;

/** How the delivery of a message ended in the broker. */
enum DeadLetterType {
  /** All its deliveries failed. */
  DEAD,
  /** Its time to live passed. */
  EXPIRED
}
