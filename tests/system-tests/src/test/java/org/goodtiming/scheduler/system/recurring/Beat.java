package org.goodtiming.scheduler.system.recurring;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Recurring;

/** Has a schedule that its application registers. */
@ApplicationScoped
public class Beat {

  public static final String QUEUE = "test.recurring";

  @JobHandler(queue = QUEUE)
  @Recurring("every:PT1S")
  public void beat() {}
}
