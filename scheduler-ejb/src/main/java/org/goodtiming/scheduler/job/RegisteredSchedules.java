package org.goodtiming.scheduler.job;

import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;

/** The effects of registrations on schedules: new schedules, and replaced ones. */
final class RegisteredSchedules {

  private final List<NewJob> started = new ArrayList<>();
  private final List<JobKey> replaced = new ArrayList<>();

  /**
   * @param replacesRun whether the job that it has replaced was a run of a schedule
   */
  void stored(NewJob job, boolean replacesRun) {
    if (job.due() instanceof Due.Recurring) {
      started.add(job);
    } else if (replacesRun) {
      replaced.add(job.key());
    }
  }

  void tell(RecurringJobs schedules) {
    if (!started.isEmpty()) {
      schedules.started(started);
    }
    if (!replaced.isEmpty()) {
      schedules.ended(replaced, "replaced by a job that runs once");
    }
  }
}
