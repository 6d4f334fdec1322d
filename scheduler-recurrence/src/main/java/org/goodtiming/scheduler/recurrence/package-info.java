/** Recurring due times: what a schedule means, when it is due next, and why. */
@NullMarked
package org.goodtiming.scheduler.recurrence;

import org.jspecify.annotations.NullMarked;
