package org.goodtiming.scheduler.operations;

/**
 * By which a client names a request, so that it can send it again.
 *
 * @param digest of what is requested
 */
public record IdempotencyKey(String login, String key, byte[] digest) {}
