package org.goodtiming.scheduler.operations;

import java.time.Instant;

/**
 * A session that has not ended.
 *
 * @param role as the user's row has it now
 * @param expiresAt the absolute limit
 * @param idleUntil when it ends without a further request
 */
public record ApiSession(long id, String user, Role role, Instant expiresAt, Instant idleUntil) {}
