package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.Portions;

/** Removes cancelled runs from worker queues in which they still wait. */
final class RunRecalls implements LeaderTask {

  private final RunCancels cancels;
  private final BiConsumer<UUID, String> recall;

  /**
   * @param recall removes the message of a fire id from a worker queue, if it is there
   */
  RunRecalls(RunCancels cancels, BiConsumer<UUID, String> recall) {
    this.cancels = cancels;
    this.recall = recall;
  }

  @Override
  public String name() {
    return "run-recalls";
  }

  @Override
  public Duration interval() {
    return Duration.ofMillis(500);
  }

  @Override
  public String condition() {
    return RunCancels.ANY_RECALLABLE;
  }

  @Override
  public String failure() {
    return "SCHED-0821 could not remove cancelled runs from their worker queues; trying every half second";
  }

  @Override
  public void run() {
    Portions.each(cancels.recallable(), run -> recall.accept(run.fireId(), run.queue()));
  }
}
