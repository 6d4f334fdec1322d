package org.goodtiming.scheduler.dev;

/**
 * Where the REST API of a scheduler is, and a user of it.
 *
 * @param base without a slash at its end
 */
public record RestAccess(String base, String user, String password) {}
