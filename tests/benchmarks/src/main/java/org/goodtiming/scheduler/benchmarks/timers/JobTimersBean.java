package org.goodtiming.scheduler.benchmarks.timers;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.Job;

/** The timers, and the transaction in which each of them expires. */
@Stateless(name = "JobTimersBean")
public class JobTimersBean implements JobTimers {

  /** Where it is found once it is deployed as an application with the name. */
  public static String jndiName(String application) {
    return "java:global/%s/JobTimersBean!%s".formatted(application, JobTimers.class.getName());
  }

  @Resource private TimerService timers;

  @Override
  public void register(List<Job> jobs) {
    for (var job : jobs) {
      timers.createSingleActionTimer(Date.from(job.due()), new TimerConfig(job.payload(), true));
    }
  }

  @Override
  public void cancel(Instant before) {
    for (var timer : timers.getTimers()) {
      if (timer.getNextTimeout().toInstant().isBefore(before)) {
        timer.cancel();
      }
    }
  }

  /** Called by the container. */
  @Timeout
  public void expire(Timer timer) {
    Expiries.handOn((String) timer.getInfo());
  }
}
