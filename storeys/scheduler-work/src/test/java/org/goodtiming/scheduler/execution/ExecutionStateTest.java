package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.CANCELLED;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.EXPIRED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionStateTest {

  @Test
  void each_state_has_its_successors_and_no_others() {
    assertThat(successors(SUBMITTED))
        .containsExactlyInAnyOrder(DISPATCHED, CANCELLED, EXPIRED, EXHAUSTED);
    assertThat(successors(DISPATCHED))
        .containsExactlyInAnyOrder(
            SUBMITTED, RUNNING, FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED);
    assertThat(successors(RUNNING))
        .containsExactlyInAnyOrder(SUBMITTED, FINISHED, ERROR, CANCELLED, EXPIRED, EXHAUSTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"FINISHED", "ERROR", "CANCELLED", "EXPIRED", "EXHAUSTED"})
  void nothing_follows_a_final_state(ExecutionState state) {
    assertThat(state.isFinal()).isTrue();
    assertThat(successors(state)).isEmpty();
  }

  @Test
  void a_run_that_has_ended_can_run_again_unless_it_was_too_late() {
    assertThat(Arrays.stream(ExecutionState.values()).filter(ExecutionState::canRunAgain))
        .containsExactly(FINISHED, ERROR, CANCELLED, EXHAUSTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"SUBMITTED", "DISPATCHED", "RUNNING"})
  void every_other_state_can_still_end(ExecutionState state) {
    assertThat(state.isFinal()).isFalse();
    assertThat(successors(state)).anyMatch(ExecutionState::isFinal);
  }

  @ParameterizedTest
  @EnumSource
  void no_state_follows_itself(ExecutionState state) {
    assertThat(state.mayBecome(state)).isFalse();
  }

  @Test
  void predecessors_are_the_same_table_read_backwards() {
    assertThat(RUNNING.predecessors()).containsExactly(DISPATCHED);
    assertThat(FINISHED.predecessors()).containsExactly(DISPATCHED, RUNNING);
    assertThat(CANCELLED.predecessors()).containsExactly(SUBMITTED, DISPATCHED, RUNNING);
  }

  private static ExecutionState[] successors(ExecutionState state) {
    return Arrays.stream(ExecutionState.values())
        .filter(state::mayBecome)
        .toArray(ExecutionState[]::new);
  }
}
