/** Calendars: the times at which no run is due. */
@NullMarked
package org.goodtiming.scheduler.recurrence.calendar;

import org.jspecify.annotations.NullMarked;
