package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.telemetry.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunTallyTest {

  private final List<Event> events = new ArrayList<>();

  @Test
  void ends_of_runs_are_reported_once_for_each_queue() {
    new RunTally(
            List.of(
                run("a", ExecutionState.FINISHED, 1_000L),
                run("a", ExecutionState.ERROR, 2_000L),
                run("a", ExecutionState.FINISHED, null),
                run("b", ExecutionState.ERROR, null)))
        .tell(events::add);

    assertThat(events)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyInAnyOrder(
            new RunsEnded("a", 2, 1, new long[] {1_000, 2_000}),
            new RunsEnded("b", 0, 1, new long[0]));
  }

  @Test
  void a_run_that_goes_on_or_was_cancelled_is_not_reported() {
    new RunTally(
            List.of(
                run("a", ExecutionState.RUNNING, null), run("a", ExecutionState.CANCELLED, 1_000L)))
        .tell(events::add);

    assertThat(events).isEmpty();
  }

  private static RunChange run(String queue, ExecutionState state, @Nullable Long micros) {
    return new RunChange(new UUID(0, 1), queue, state, micros);
  }
}
