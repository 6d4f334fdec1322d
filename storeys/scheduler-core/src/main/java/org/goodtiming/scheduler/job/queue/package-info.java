/** The worker queues: the allow-list, the schemas of payloads, retries. */
@NullMarked
package org.goodtiming.scheduler.job.queue;

import org.jspecify.annotations.NullMarked;
