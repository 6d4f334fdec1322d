/** Schedules, calendars and definitions. */
@NullMarked
package org.goodtiming.scheduler.web.schedule;

import org.jspecify.annotations.NullMarked;
