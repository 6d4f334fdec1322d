package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Recurring;

/** A handler whose schedule the scheduler refuses. */
@ApplicationScoped
public class BadRounds {

  @JobHandler(queue = "bad-round")
  @Recurring("cron:0 0 25 * * ?")
  public void make() {}
}
