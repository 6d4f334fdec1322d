package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.dispatch.DispatchEvent.JobsDispatched;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Removes expired jobs of worker queues whose limit keeps them waiting. The claim would remove them
 * only when the queue has room for them.
 */
@Singleton
record ExpiredJobs(NewTransaction transaction, DueJobs jobs, Events events) implements LeaderTask {

  @Inject
  ExpiredJobs {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "expired-jobs",
        Duration.ofSeconds(1),
        "SCHED-0876 could not remove expired jobs of worker queues with a limit; next try in 1 s");
  }

  @Override
  public String condition() {
    return DueJobs.ARE_LIMITED;
  }

  @Override
  public void run() {
    Map<String, Integer> removed;
    do {
      removed = transaction.call(jobs::removeExpired);
      removed.forEach(
          (queue, number) -> events.tell(new JobsDispatched(queue, number, new long[0])));
    } while (!removed.isEmpty() && !Thread.currentThread().isInterrupted());
  }
}
