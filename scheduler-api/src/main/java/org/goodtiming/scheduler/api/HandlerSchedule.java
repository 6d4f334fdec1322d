package org.goodtiming.scheduler.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** The schedule of a {@link Recurring} method, for the bean that the compiler generates. */
public final class HandlerSchedule {

  private static final Logger LOG = System.getLogger(HandlerSchedule.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final JobScheduler scheduler;
  private final JobRequest request;
  private boolean failed;

  /**
   * A schedule that is not registered yet.
   *
   * @param scheduler of the application
   * @param request of the schedule
   */
  public HandlerSchedule(JobScheduler scheduler, JobRequest request) {
    this.scheduler = scheduler;
    this.request = request;
  }

  /**
   * Registers the schedule. Call it without a transaction, again and again until it succeeds.
   *
   * @return whether the scheduler has answered, which may be a refusal
   */
  public boolean register() {
    try {
      tell(scheduler.scheduleAndWait(request, TIMEOUT));
      return true;
    } catch (JobSchedulerException e) {
      if (!failed) {
        LOG.log(
            Level.WARNING,
            "SCHED-0027 schedule {0} is not registered yet; the application tries again: {1}",
            request.key(),
            e.getMessage());
      }
      failed = true;
      return false;
    }
  }

  private void tell(JobReceipt receipt) {
    if (receipt.isRejected()) {
      LOG.log(
          Level.ERROR,
          "SCHED-0028 schedule {0} of this application is refused, so its handler gets no jobs: {1} {2}",
          request.key(),
          receipt.code(),
          receipt.reason());
    } else {
      LOG.log(
          Level.INFO,
          "SCHED-0029 schedule {0}: {1}, next run at {2}",
          request.key(),
          receipt.status(),
          receipt.dueAt());
    }
  }
}
