package org.goodtiming.scheduler.dev.demo;

/**
 * The alerts for orders that were never shipped.
 *
 * @param expected orders that were never shipped
 * @param raised those for which a person was alerted
 * @param unfounded orders that were shipped, but a person was alerted
 */
record Alerts(long expected, long raised, long unfounded) {}
