package org.goodtiming.scheduler.operations.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of jobs, in the order of a {@link JobOrder}.
 *
 * @param next where the next page begins; null if this is the last one
 * @param limitMet whether a search ended at its limit, before the page was full
 */
public record JobPage(List<JobView> jobs, @Nullable JobPosition next, boolean limitMet) {}
