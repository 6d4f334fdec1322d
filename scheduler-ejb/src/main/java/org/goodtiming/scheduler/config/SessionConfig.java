package org.goodtiming.scheduler.config;

import java.time.Duration;

/**
 * Limits of the sessions of browsers.
 *
 * @param idle a session ends after this time without a request
 * @param age a session ends at this age
 */
public record SessionConfig(Duration idle, Duration age) {}
