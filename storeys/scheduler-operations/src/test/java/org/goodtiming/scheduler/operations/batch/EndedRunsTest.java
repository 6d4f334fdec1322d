package org.goodtiming.scheduler.operations.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndedRunsTest {

  @Test
  void a_label_has_the_states_in_their_order() {
    Set<ExecutionState> states = EndedRuns.states("EXHAUSTED,FINISHED").orElseThrow();

    assertThat(new EndedRuns(states, null, null).label()).isEqualTo("FINISHED,EXHAUSTED");
    assertThat(EndedRuns.FAILED.label()).isEqualTo("ERROR,EXHAUSTED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ERROR,", "error", "RUNNING", "EXPIRED", "ERROR, EXHAUSTED"})
  void other_states_are_refused(String label) {
    assertThat(EndedRuns.states(label)).isEmpty();
  }
}
