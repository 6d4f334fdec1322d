package org.goodtiming.scheduler.operations.user;

import java.time.Instant;

/**
 * A session that has not ended.
 *
 * @param role as the user's row has it now, or as the provider told it at the login
 * @param ofIssuer whether an OpenID provider has named the user, who then has no row
 * @param expiresAt the absolute limit
 * @param idleUntil when it ends without a further request
 */
public record ApiSession(
    long id, String user, Role role, boolean ofIssuer, Instant expiresAt, Instant idleUntil) {}
