package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.RunContext;

/** A handler of long runs, which needs the managed executor of a server. */
@ApplicationScoped
public class Books {

  @JobHandler(queue = "book")
  public void read(RunContext run) {
    run.progress(1, "page 1");
  }
}
