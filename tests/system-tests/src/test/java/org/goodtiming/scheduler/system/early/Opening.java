package org.goodtiming.scheduler.system.early;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Recurring;

/** Is deployed before its queue exists. */
@ApplicationScoped
public class Opening {

  public static final String QUEUE = "test.early";

  @JobHandler(queue = QUEUE)
  @Recurring("every:PT1S")
  public void open() {}
}
