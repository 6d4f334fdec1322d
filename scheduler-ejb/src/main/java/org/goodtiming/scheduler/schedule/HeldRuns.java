package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.util.function.IntConsumer;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;

/** Releases runs that wait for the end of the last run of their schedule. */
public final class HeldRuns implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int BATCH = 500;

  private final IntConsumer release;

  /**
   * @param release releases at most the given number of runs, in a transaction
   */
  public HeldRuns(IntConsumer release) {
    this.release = release;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "held-runs",
        INTERVAL,
        "SCHED-0643 could not release runs that wait for the end of the last run; next try in 500 ms");
  }

  @Override
  public String condition() {
    return RunReleaser.ANY_ENDED;
  }

  @Override
  public void run() {
    release.accept(BATCH);
  }
}
