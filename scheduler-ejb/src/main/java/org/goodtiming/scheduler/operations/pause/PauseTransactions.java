package org.goodtiming.scheduler.operations.pause;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Instant;
import org.goodtiming.scheduler.job.DueSignal;
import org.jspecify.annotations.Nullable;

/** Pauses of the dispatch of all jobs or of a group, each change in a transaction of its own. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class PauseTransactions {

  private @Inject DispatchPauses pauses;
  private @Inject DueSignal dueSignal;

  /** False if the pause would be over already. Without a group all jobs are paused. */
  public boolean pause(String login, @Nullable String group, @Nullable Instant until) {
    if (until != null) {
      dueSignal.afterCommit(until);
    }
    return pauses.pause(login, group, until);
  }

  /** False if there is no such pause. */
  public boolean resume(String login, @Nullable String group) {
    dueSignal.afterCommit(Instant.EPOCH);
    return pauses.resume(login, group);
  }

  /** Ends the pause of a group if its time has come. */
  public void endIfOver(String group) {
    dueSignal.afterCommit(Instant.EPOCH);
    pauses.endIfOver(group);
  }

  /** Records that the pause of all jobs is over; dispatch does not wait for it. */
  public void endOfEverythingIfOver() {
    pauses.endIfOver(null);
  }

  /** Has the jobs of a paused group wait. */
  public void keep(String group) {
    pauses.keep(group);
  }

  /** Lets jobs go on whose group is not paused any more. */
  public void release(String group) {
    dueSignal.afterCommit(Instant.EPOCH);
    pauses.release(group);
  }
}
