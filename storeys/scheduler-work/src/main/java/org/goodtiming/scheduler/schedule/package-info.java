/** Schedules: which run of a job that recurs comes next. */
@NullMarked
package org.goodtiming.scheduler.schedule;

import org.jspecify.annotations.NullMarked;
