package org.goodtiming.scheduler.operations.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFilterTest {

  @Test
  void a_label_has_the_states_in_their_order() {
    Set<ExecutionState> states = RunFilter.states("EXHAUSTED,FINISHED").orElseThrow();

    assertThat(new RunFilter(states, null, null).label()).isEqualTo("FINISHED,EXHAUSTED");
    assertThat(RunFilter.FAILED.label()).isEqualTo("ERROR,EXHAUSTED");
    assertThat(RunFilter.failedOf("import").label()).isEqualTo("ERROR,EXPIRED,EXHAUSTED");
    assertThat(RunFilter.openOf("import").label()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ERROR,", "error", "RUNNING", "ERROR, EXHAUSTED"})
  void other_states_are_refused(String label) {
    assertThat(RunFilter.states(label)).isEmpty();
  }
}
