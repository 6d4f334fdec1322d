package org.goodtiming.scheduler.benchmarks.timers;

import jakarta.ejb.Local;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.Job;

/** Persistent timers of the container, one a job. */
@Local
public interface JobTimers {

  /** Creates the timers of jobs in one transaction. */
  void register(List<Job> jobs);

  /** Cancels the timers of jobs that are due before the time; none of them may be due now. */
  void cancel(Instant before);
}
