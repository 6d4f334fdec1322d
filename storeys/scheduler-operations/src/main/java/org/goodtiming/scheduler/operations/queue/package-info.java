/** Reads and changes worker queues. */
@NullMarked
package org.goodtiming.scheduler.operations.queue;

import org.jspecify.annotations.NullMarked;
