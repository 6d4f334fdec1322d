/** The settings of runs, schedules, encryption and traces. */
@NullMarked
package org.goodtiming.scheduler.config.work;

import org.jspecify.annotations.NullMarked;
