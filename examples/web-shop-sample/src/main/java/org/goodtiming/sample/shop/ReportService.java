package org.goodtiming.sample.shop;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.JobScheduler;

/** Registers the schedules of the shop's reports. */
@Stateless
public class ReportService {

  private static final String QUEUE = "shop-report";

  @Inject private JobScheduler scheduler;

  /**
   * Registers a schedule, unless there is one.
   *
   * @param schedule its name
   * @param recurrence when its reports are due, such as {@code cron:0 0 6 ? * MON-FRI
   *     zone=Europe/Berlin}
   */
  public void schedule(String schedule, String recurrence) {
    scheduler.schedule(
        JobRequest.on(QUEUE)
            .jobId(schedule)
            .recurring(recurrence)
            .ifExists(JobRequest.IfExists.KEEP)
            .build());
  }

  public void end(String schedule) {
    scheduler.cancel(new JobKey(QUEUE, schedule));
  }
}
