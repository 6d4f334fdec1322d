/** What other libraries answer to the same recurrences, and how fast. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.recurrence;

import org.jspecify.annotations.NullMarked;
