/** How fast the next time of a cron expression is computed, beside other libraries. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.recurrence;

import org.jspecify.annotations.NullMarked;
