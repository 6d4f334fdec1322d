/** Reads the triggers of a Quartz database and registers them as jobs and schedules. */
@NullMarked
package org.goodtiming.scheduler.quartz;

import org.jspecify.annotations.NullMarked;
