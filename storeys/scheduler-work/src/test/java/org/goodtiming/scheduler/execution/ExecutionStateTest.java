package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.CANCELLED;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionStateTest {

  @ParameterizedTest
  @EnumSource
  void a_state_may_become_what_the_page_says(ExecutionState state) throws IOException {
    String page = Files.readString(Path.of("../../docs/executions.md"));
    Matcher row =
        Pattern.compile("(?m)^\\| `%s` \\|.*\\|([^|]*)\\|$".formatted(state)).matcher(page);

    assertThat(row.find()).isTrue();
    assertThat(Pattern.compile("[A-Z]+").matcher(row.group(1)).results().map(MatchResult::group))
        .containsExactlyInAnyOrder(
            Arrays.stream(successors(state)).map(Enum::name).toArray(String[]::new));
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
