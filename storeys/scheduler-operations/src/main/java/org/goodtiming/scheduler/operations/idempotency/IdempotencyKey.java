package org.goodtiming.scheduler.operations.idempotency;

/**
 * The client's identification of a request, so that it can be sent again.
 *
 * @param digest of path and body
 */
public record IdempotencyKey(String login, String key, byte[] digest) {}
