package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.Portions;
import org.goodtiming.scheduler.execution.ExecutionEvent.JobRetried;
import org.goodtiming.scheduler.telemetry.Events;

/** Ends runs that take longer than their limit, and asks their workers to stop. */
final class RunLimits implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** So that reports that an outage has delayed are processed first. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final OverdueRuns runs;
  private final Function<UUID, OverdueRuns.Result> end;
  private final Consumer<List<UUID>> stop;
  private final BooleanSupplier reportsArrive;
  private final Events events;
  private final UnbrokenWatch watch =
      new UnbrokenWatch(GRACE, INTERVAL.multipliedBy(5), System::nanoTime);

  /**
   * @param end of one run, in a transaction of its own
   * @param stop asks the workers of runs to stop
   * @param reportsArrive whether database and broker answer; if not, silence proves nothing
   */
  RunLimits(
      OverdueRuns runs,
      Function<UUID, OverdueRuns.Result> end,
      Consumer<List<UUID>> stop,
      BooleanSupplier reportsArrive,
      Events events) {
    this.runs = runs;
    this.end = end;
    this.stop = stop;
    this.reportsArrive = reportsArrive;
    this.events = events;
  }

  @Override
  public String name() {
    return "run-limits";
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public String failure() {
    return "SCHED-0653 could not end runs that take longer than their limit; next try in 2 s";
  }

  @Override
  public void run() {
    if (!reportsArrive.getAsBoolean() || !watch.isLongEnough()) {
      return;
    }
    List<UUID> ended = new ArrayList<>();
    try {
      Portions.each(
          runs.find(),
          fireId -> {
            tell(end.apply(fireId));
            ended.add(fireId);
          });
    } finally {
      if (!ended.isEmpty()) {
        stop.accept(ended);
      }
    }
  }

  private void tell(OverdueRuns.Result result) {
    new RunTally(result.ended()).tell(events);
    result.retried().forEach(retry -> events.tell(new JobRetried(retry.queue())));
  }
}
