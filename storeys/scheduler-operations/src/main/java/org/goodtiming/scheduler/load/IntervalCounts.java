package org.goodtiming.scheduler.load;

import java.util.List;

/**
 * How many jobs become due in each interval, without runs of schedules.
 *
 * @param estimated whether there were too many to count all of them
 */
record IntervalCounts(List<Long> counts, boolean estimated) {}
