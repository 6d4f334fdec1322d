package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Removes cancelled runs from worker queues in which they still wait. */
@Singleton
final class RunRecalls implements LeaderTask {

  private final RunCancels cancels;
  private final BiConsumer<UUID, String> recall;

  @Inject
  RunRecalls(NewTransaction transaction, RunCancels cancels, RunMessages messages) {
    this(
        cancels,
        (fireId, queue) ->
            transaction.run(() -> cancels.recall(fireId, () -> messages.remove(fireId, queue))));
  }

  /**
   * @param recall removes the message of a fire id from a worker queue, if it is there
   */
  RunRecalls(RunCancels cancels, BiConsumer<UUID, String> recall) {
    this.cancels = cancels;
    this.recall = recall;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "run-recalls",
        Duration.ofMillis(500),
        "SCHED-0821 could not remove cancelled runs from their worker queues; trying every half second");
  }

  @Override
  public String condition() {
    return RunCancels.ANY_RECALLABLE;
  }

  @Override
  public void run() {
    Portions.each(cancels.recallable(), run -> recall.accept(run.fireId(), run.queue()));
  }
}
