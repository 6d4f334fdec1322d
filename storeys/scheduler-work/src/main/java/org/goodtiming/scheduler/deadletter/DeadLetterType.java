package org.goodtiming.scheduler.deadletter;

/** The end of the delivery of a message in the broker. */
enum DeadLetterType {
  /** All its deliveries failed. */
  DEAD,
  /** The time to live of the message has passed. */
  EXPIRED
}
