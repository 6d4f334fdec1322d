/** The statements on table job for retries, copies and runs of schedules. */
@NullMarked
package org.goodtiming.scheduler.job.run;

import org.jspecify.annotations.NullMarked;
