package org.goodtiming.scheduler.operations.user;

import java.time.Instant;

/**
 * An active session.
 *
 * @param role the current role in the user's row, or the role that the provider named at the login
 * @param ofIssuer whether an OpenID provider has named the user, who then has no row
 * @param expiresAt the absolute limit
 * @param idleUntil time at which the session ends without a further request
 */
public record ApiSession(
    long id, String user, Role role, boolean ofIssuer, Instant expiresAt, Instant idleUntil) {}
