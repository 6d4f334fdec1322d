/** Keeps the small tables small, and counts jobs. */
@NullMarked
package org.goodtiming.scheduler.job.upkeep;

import org.jspecify.annotations.NullMarked;
