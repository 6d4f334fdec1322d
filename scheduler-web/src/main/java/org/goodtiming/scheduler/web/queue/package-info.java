/** Worker queues, and pauses of dispatch. */
@NullMarked
package org.goodtiming.scheduler.web.queue;

import org.jspecify.annotations.NullMarked;
