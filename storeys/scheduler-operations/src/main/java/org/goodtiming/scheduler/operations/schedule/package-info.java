/** Reads and changes schedules, their calendars and their definitions. */
@NullMarked
package org.goodtiming.scheduler.operations.schedule;

import org.jspecify.annotations.NullMarked;
