package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.execution.ExecutionEvent.JobRetried;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/** Ends runs that take longer than their limit, and asks their workers to stop. */
@Singleton
final class RunLimits implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Lets reports that an outage delayed be processed first. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final NewTransaction transaction;
  private final OverdueRuns runs;
  private final RunMessages messages;
  private final CancelSender stop;
  private final Servers servers;
  private final Events events;
  private final UnbrokenWatch watch =
      new UnbrokenWatch(GRACE, INTERVAL.multipliedBy(5), System::nanoTime);

  /**
   * @param stop asks the workers of runs to stop
   * @param servers if one does not answer, silence proves nothing
   */
  @Inject
  RunLimits(
      NewTransaction transaction,
      OverdueRuns runs,
      RunMessages messages,
      CancelSender stop,
      Servers servers,
      Events events) {
    this.transaction = transaction;
    this.runs = runs;
    this.messages = messages;
    this.stop = stop;
    this.servers = servers;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "run-limits",
        INTERVAL,
        "SCHED-0653 could not end runs that take longer than their limit; next try in 2 s");
  }

  @Override
  public void run() {
    if (!servers.allAnswer() || !watch.isLongEnough()) {
      return;
    }
    List<UUID> ended = new ArrayList<>();
    try {
      Portions.each(
          runs.find(),
          fireId -> {
            transaction.call(() -> end(fireId)).ifPresent(this::tell);
            ended.add(fireId);
          });
    } finally {
      if (!ended.isEmpty()) {
        stop.send(ended);
      }
    }
  }

  /** Empty if the run has ended meanwhile, or a report has locked it. */
  private Optional<OverdueRuns.Result> end(UUID fireId) {
    Optional<OverdueRuns.OverdueRun> locked = runs.lock(fireId);
    locked
        .filter(run -> !run.begun())
        // Keeps workers from beginning the run; a worker that begins it cannot report on it
        .ifPresent(run -> messages.remove(fireId, run.queue()));
    return locked.map(runs::end);
  }

  private void tell(OverdueRuns.Result result) {
    new RunTally(result.ended()).tell(events);
    result.retried().forEach(retry -> events.tell(new JobRetried(retry.queue())));
  }
}
