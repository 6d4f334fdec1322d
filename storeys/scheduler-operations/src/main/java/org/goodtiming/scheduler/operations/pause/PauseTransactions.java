package org.goodtiming.scheduler.operations.pause;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.jspecify.annotations.Nullable;

/** Pauses of the dispatch of all jobs or of a group, each change in a transaction of its own. */
@Singleton
public record PauseTransactions(
    NewTransaction transaction, DispatchPauses pauses, DueSignal dueSignal) {

  @Inject
  public PauseTransactions {}

  /** False if the pause would be over already. Without a group all jobs are paused. */
  public boolean pause(String login, @Nullable String group, @Nullable Instant until) {
    return transaction.call(dueSignal.with(until, () -> pauses.pause(login, group, until)));
  }

  /** False if there is no such pause. */
  public boolean resume(String login, @Nullable String group) {
    return transaction.call(dueSignal.with(Instant.EPOCH, () -> pauses.resume(login, group)));
  }

  /** Ends the pause of a group, or of everything, if its time has come. */
  void endIfOver(String group) {
    transaction.run(
        () -> {
          dueSignal.afterCommit(Instant.EPOCH);
          pauses.endIfOver(group);
        });
  }

  /** Has the jobs of a paused group wait. */
  void keep(String group) {
    transaction.run(() -> pauses.keep(group));
  }

  /** Lets jobs go on whose group is not paused any more. */
  void release(String group) {
    transaction.run(
        () -> {
          dueSignal.afterCommit(Instant.EPOCH);
          pauses.release(group);
        });
  }
}
