package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;

/** The effects of registrations on schedules: new schedules, and replaced ones. */
final class RegisteredSchedules {

  private final List<NewJob> started = new ArrayList<>();
  private final List<JobKey> replaced = new ArrayList<>();
  private final List<JobKey> ended = new ArrayList<>();

  /**
   * @param replacesRun whether the job that it has replaced was a run of a schedule
   */
  void stored(NewJob job, boolean replacesRun) {
    boolean recurs = job.due() instanceof Due.Recurring;
    if (recurs) {
      started.add(job);
    }
    if (replacesRun) {
      replaced.add(job.key());
    }
    if (replacesRun && !recurs) {
      ended.add(job.key());
    }
  }

  /**
   * @return planned times of the last dispatched runs of the schedules that were replaced
   */
  Map<JobKey, Instant> tell(RecurringJobs schedules) {
    Map<JobKey, Instant> last = replaced.isEmpty() ? Map.of() : schedules.lastPlanned(replaced);
    if (!started.isEmpty()) {
      schedules.started(started);
    }
    if (!ended.isEmpty()) {
      schedules.ended(ended, "replaced by a job that runs once");
    }
    return last;
  }
}
