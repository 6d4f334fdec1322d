package org.goodtiming.scheduler.canary;

/**
 * A canary that is to be sent.
 *
 * @param queue the worker queue whose way it measures
 * @param token by which its registration is accepted
 */
record SentCanary(String queue, String token) {}
