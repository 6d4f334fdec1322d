package org.goodtiming.scheduler.execution;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.telemetry.Events;

/** Reports finished and failed runs, and no other changes. */
final class RunTally {

  private final Map<String, List<RunChange>> ended;

  RunTally(Collection<RunChange> changes) {
    ended =
        changes.stream()
            .filter(
                run ->
                    run.state() == ExecutionState.FINISHED || run.state() == ExecutionState.ERROR)
            .collect(Collectors.groupingBy(RunChange::queue, HashMap::new, Collectors.toList()));
  }

  /** Publishes the events. Call it after the commit. */
  void tell(Events events) {
    ended.forEach((queue, runs) -> events.tell(event(queue, runs)));
  }

  private static RunsEnded event(String queue, List<RunChange> runs) {
    int finished =
        (int) runs.stream().filter(run -> run.state() == ExecutionState.FINISHED).count();
    long[] micros =
        runs.stream()
            .map(RunChange::micros)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .toArray();
    return new RunsEnded(queue, finished, runs.size() - finished, micros);
  }
}
