package org.goodtiming.scheduler.policy;

/**
 * Why the due jobs of a queue wait for each other.
 *
 * @param code of the cause
 * @param text says what the queue gets
 */
public record Pace(String code, String text) {}
