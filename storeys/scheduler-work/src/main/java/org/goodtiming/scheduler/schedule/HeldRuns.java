package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.IntConsumer;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Releases runs that wait for the end of the last run of their schedule, or cancels that one. */
@Singleton
public final class HeldRuns implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int BATCH = 500;

  private final IntConsumer release;

  @Inject
  HeldRuns(NewTransaction transaction, RunReleaser runs) {
    // The cancel ends before the release begins: dispatch must not wait for its locks on schedules
    this(
        limit -> {
          transaction.run(() -> runs.cancelSuperseded(limit));
          transaction.run(() -> runs.release(limit));
        });
  }

  /**
   * @param release releases and cancels at most the given number of runs each, in a transaction of
   *     its own
   */
  public HeldRuns(IntConsumer release) {
    this.release = release;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "held-runs",
        INTERVAL,
        "SCHED-0643 could not release runs that wait for the end of the last run, or cancel that one; next try in 500 ms");
  }

  @Override
  public String condition() {
    return RunReleaser.ANY_ENDED + " OR " + SupersededRuns.ANY;
  }

  @Override
  public void run() {
    release.accept(BATCH);
  }
}
