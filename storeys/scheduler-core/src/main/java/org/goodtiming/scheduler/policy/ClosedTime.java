package org.goodtiming.scheduler.policy;

import java.time.Instant;

/**
 * A time at which a worker queue is not served.
 *
 * @param until exclusive: then the queue opens
 */
public record ClosedTime(String queue, Instant from, Instant until) {}
