package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;

/** Informs workers of cancelled runs until the runs have ended. */
@Singleton
final class CancelNotices implements LeaderTask {

  private final RunCancels cancels;
  private final Consumer<List<UUID>> workers;

  @Inject
  CancelNotices(RunCancels cancels, CancelSender sender) {
    this(cancels, runs -> sender.send(runs));
  }

  /**
   * @param workers receives fire ids; throws if they cannot be sent
   */
  public CancelNotices(RunCancels cancels, Consumer<List<UUID>> workers) {
    this.cancels = cancels;
    this.workers = workers;
  }

  /** The interval lets a cancel reach its worker within 2 s. */
  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "cancel-notices",
        Duration.ofMillis(250),
        "SCHED-0820 could not inform workers of cancelled runs; retrying four times a second");
  }

  @Override
  public String condition() {
    return RunCancels.ANY_UNREPORTED;
  }

  @Override
  public void run() {
    List<UUID> unreported = cancels.unreported(RunCancels.BEFORE_ALL);
    while (!unreported.isEmpty() && !Thread.currentThread().isInterrupted()) {
      workers.accept(unreported);
      cancels.reported(unreported);
      unreported = cancels.unreported(unreported.get(unreported.size() - 1));
    }
  }
}
