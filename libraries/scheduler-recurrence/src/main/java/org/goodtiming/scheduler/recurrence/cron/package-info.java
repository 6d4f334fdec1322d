/** Cron expressions on wall-clock time, without zones. */
@NullMarked
package org.goodtiming.scheduler.recurrence.cron;

import org.jspecify.annotations.NullMarked;
