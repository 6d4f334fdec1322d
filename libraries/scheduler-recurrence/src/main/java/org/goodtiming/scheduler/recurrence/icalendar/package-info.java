/** RFC 5545 recurrence rules, evaluated on wall-clock time. */
@NullMarked
package org.goodtiming.scheduler.recurrence.icalendar;

import org.jspecify.annotations.NullMarked;
