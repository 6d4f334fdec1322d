package org.goodtiming.scheduler.operations.batch;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.operations.execution.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The ended runs that are run again, or the runs of a job batch that are cancelled.
 *
 * @param states in which they have ended; empty for those that have not
 * @param from the earliest end; null stands for any
 * @param before from this end on, runs are not chosen; null stands for any
 * @param batch id of the job batch to which they belong; null stands for any
 */
public record RunFilter(
    Set<ExecutionState> states,
    @Nullable Instant from,
    @Nullable Instant before,
    @Nullable String batch) {

  /** All failed runs. */
  public static final RunFilter FAILED = new RunFilter(RunOutcome.FAILED.states(), null, null);

  private static final String SEPARATOR = ",";

  public RunFilter {
    states = Set.copyOf(states);
  }

  /** Runs of any job. */
  public RunFilter(Set<ExecutionState> states, @Nullable Instant from, @Nullable Instant before) {
    this(states, from, before, null);
  }

  /** The members of a job batch that count as failed. */
  public static RunFilter failedOf(String batch) {
    Set<ExecutionState> states = EnumSet.copyOf(RunOutcome.FAILED.states());
    states.add(ExecutionState.EXPIRED);
    return new RunFilter(states, null, null, batch);
  }

  /** The members of a job batch that have not ended. */
  public static RunFilter openOf(String batch) {
    return new RunFilter(Set.of(), null, null, batch);
  }

  /** The states of a label; empty if one of them is not final. */
  public static Optional<Set<ExecutionState>> states(String label) {
    Set<ExecutionState> states = EnumSet.noneOf(ExecutionState.class);
    for (String name : label.split(SEPARATOR, -1)) {
      Optional<ExecutionState> state =
          Arrays.stream(ExecutionState.values())
              .filter(each -> each.isFinal() && each.name().equals(name))
              .findFirst();
      if (state.isEmpty()) {
        return Optional.empty();
      }
      states.add(state.get());
    }
    return Optional.of(states);
  }

  /** The states, as in table batch_operation, and as clients name them; null if there are none. */
  public @Nullable String label() {
    return states.isEmpty()
        ? null
        : states.stream().sorted().map(ExecutionState::name).collect(joining(SEPARATOR));
  }
}
