package org.goodtiming.scheduler.operations.pause;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;

/**
 * Ends the pauses of message groups at their time. Keeps jobs that were registered while a pause
 * began, and lets those go that were registered while it ended. The end of the pause of all jobs is
 * only recorded.
 */
@ApplicationScoped
public class PausedGroups implements LeaderTask {

  private @Inject DispatchPauses pauses;
  private @Inject PauseTransactions transactions;

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "paused-groups",
        Duration.ofSeconds(1),
        "SCHED-0094 could not end pauses of message groups, or keep jobs of paused ones; next try in 1 s");
  }

  @Override
  public String condition() {
    return DispatchPauses.ANY;
  }

  @Override
  public void run() {
    Portions.each(pauses.groups(true), transactions::endIfOver);
    Portions.each(pauses.groups(false), transactions::keep);
    Portions.each(pauses.keptWithoutPause(), transactions::release);
  }
}
