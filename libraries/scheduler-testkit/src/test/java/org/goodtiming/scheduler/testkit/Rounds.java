package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Recurring;

/** A handler with a schedule of its own. */
@ApplicationScoped
public class Rounds {

  private final List<Instant> times = new ArrayList<>();

  @JobHandler(queue = "round")
  @Recurring(value = "cron:0 30 * * * ?", zone = "Europe/Berlin", text = "all doors")
  public void make(JobDelivery job, String text) {
    if (text.equals("all doors")) {
      times.add(job.dueAt());
    }
  }

  /** The due times of all rounds. */
  List<Instant> times() {
    return times;
  }
}
