package org.goodtiming.scheduler.job.queue;

import java.time.Instant;

/**
 * The retry policy of a worker queue.
 *
 * @param now by the database's clock
 * @param policy in its text form
 * @param events whether the queue has events
 * @param encrypted whether the database keeps its jobs encrypted
 */
public record QueueRetry(Instant now, String policy, boolean events, boolean encrypted) {}
