/** Recurring due times and their explanation. */
@NullMarked
package org.goodtiming.scheduler.recurrence;

import org.jspecify.annotations.NullMarked;
