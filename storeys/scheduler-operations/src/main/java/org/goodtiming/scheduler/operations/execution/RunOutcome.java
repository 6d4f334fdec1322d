package org.goodtiming.scheduler.operations.execution;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;

/** The result of a run in one word. A run that was too late to be dispatched has none. */
public enum RunOutcome {
  /** The states that schedules count as failures. */
  FAILED(ExecutionState.ERROR, ExecutionState.EXHAUSTED),
  SUCCEEDED(ExecutionState.FINISHED),
  CANCELLED(ExecutionState.CANCELLED),
  /** The run has not ended. */
  OPEN(ExecutionState.SUBMITTED, ExecutionState.DISPATCHED, ExecutionState.RUNNING);

  private final Set<ExecutionState> states;

  RunOutcome(ExecutionState... states) {
    this.states = Set.of(states);
  }

  public Set<ExecutionState> states() {
    return states;
  }

  /** The name in requests. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The outcome of that label; empty if there is none. */
  public static Optional<RunOutcome> find(String label) {
    return Arrays.stream(values()).filter(outcome -> outcome.label().equals(label)).findFirst();
  }
}
