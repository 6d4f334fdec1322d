package org.goodtiming.scheduler.operations;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of jobs, ordered by queue and by the time at which dispatch may claim them.
 *
 * @param next where the next page begins; null if this is the last one
 * @param limitMet whether a search ended at its limit, before the page was full
 */
public record JobPage(List<JobView> jobs, @Nullable Position next, boolean limitMet) {

  /** The last job of the previous page, or the last one that was looked at. */
  public record Position(String queue, Instant eligibleAt, long id) {}
}
