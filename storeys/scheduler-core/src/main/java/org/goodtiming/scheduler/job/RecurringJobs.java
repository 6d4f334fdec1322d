package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;

/**
 * Keeps the schedules of recurring jobs. Called in the transaction that has locked the jobs' rows,
 * and only if at least one job recurs.
 */
public interface RecurringJobs {

  /** The first run of each waits now. */
  void started(List<NewJob> jobs);

  /** Returns the jobs whose schedules a start would not change. */
  Set<JobKey> unchanged(List<NewJob> jobs);

  /**
   * The waiting run of each schedule is dispatched or dropped: counts it, and plans the next run.
   *
   * @param dropped those whose runs have expired or are kept in the quarantine
   * @return those runs, by the keys of their schedules
   */
  Map<JobKey, PlannedRun> planNext(Collection<JobKey> keys, Set<JobKey> dropped);

  /**
   * Planned times of the last runs that were dispatched. A schedule of which no run was dispatched
   * is absent.
   */
  Map<JobKey, Instant> lastPlanned(Collection<JobKey> keys);

  /** Ends schedules of which no further run waits. */
  void ended(Collection<JobKey> keys, String reason);
}
