/** Pauses dispatch: of all queues, and of message groups. */
@NullMarked
package org.goodtiming.scheduler.operations.pause;

import org.jspecify.annotations.NullMarked;
