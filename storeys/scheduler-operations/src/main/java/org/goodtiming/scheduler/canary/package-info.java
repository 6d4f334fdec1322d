/** Canaries: jobs of the scheduler's own that measure the way of the jobs of a worker queue. */
@NullMarked
package org.goodtiming.scheduler.canary;

import org.jspecify.annotations.NullMarked;
