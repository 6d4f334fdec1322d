package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;

/** Handlers whose beans the compiler generates. */
@ApplicationScoped
public class Pages {

  private final List<String> read = new ArrayList<>();

  /** Returns the next page; the first delivery of page 2 fails. */
  @JobHandler(queue = SchedulerContract.QUEUE)
  public String turn(JobDelivery job, String page) throws IOException {
    read.add(job.jobId() + " " + page);
    if (read.size() == 2) {
      throw new IOException("on purpose");
    }
    return Integer.toString(Integer.parseInt(page) + 1);
  }

  /** The deliveries: job id and payload. */
  List<String> read() {
    return read;
  }
}
