package org.goodtiming.scheduler.telemetry;

import java.time.Duration;

/**
 * The end of an outage, or the start of the node.
 *
 * @param lasted how long the server was away
 * @param ago time since the node noticed that the server answers again; zero if it does not
 */
public record Recovery(Duration lasted, Duration ago) {}
