package org.goodtiming.scheduler.dev.demo;

/**
 * What people were told.
 *
 * @param expected orders that were never shipped
 * @param raised those of them a person was told of
 * @param unfounded orders that were shipped, and yet a person was told
 */
record Alerts(long expected, long raised, long unfounded) {}
