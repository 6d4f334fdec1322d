package org.goodtiming.scheduler.operations;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.goodtiming.scheduler.leader.LeaderTask;

/**
 * Ends the pauses of message groups at their time, and keeps jobs that were registered while a
 * pause began. The end of the pause of all jobs is only recorded.
 */
@ApplicationScoped
public class PausedGroups implements LeaderTask {

  private @Inject DispatchPauses pauses;
  private @Inject PauseTransactions transactions;

  @Override
  public String name() {
    return "paused-groups";
  }

  @Override
  public Duration interval() {
    return Duration.ofSeconds(1);
  }

  @Override
  public String failure() {
    return "SCHED-0094 could not end pauses of message groups, or keep jobs of paused ones; next try in 1 s";
  }

  @Override
  public void run() {
    if (pauses.isAny()) {
      transactions.endOver();
      transactions.endOverOfEverything();
      transactions.keepAll();
    }
  }
}
