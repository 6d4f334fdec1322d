package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.goodtiming.scheduler.dev.ComponentStatus.State;
import org.junit.jupiter.api.Test;

class ComponentStatusTest {

  @Test
  void a_node_that_waits_for_the_broker_runs_and_says_why_it_is_not_ready() {
    var answer =
        new HealthProbe.Answer(
            503,
            "{\"status\":\"DOWN\",\"checks\":[{\"name\":\"scheduler\",\"status\":\"DOWN\",\"data\":"
                + "{\"broker\":\"away\",\"problem\":\"no answer from broker: nothing is dispatched\"}}]}");

    assertThat(answer.ready()).isFalse();
    assertThat(
            new ComponentStatus(
                "node-1", Optional.of(7L), "url", State.NOT_READY, answer.problem()))
        .hasToString(
            "node-1    pid 7       url                                          runs, but is not ready: no answer from broker: nothing is dispatched");
  }

  @Test
  void a_node_that_says_no_reason_is_not_ready_without_one() {
    assertThat(new HealthProbe.Answer(503, "{\"status\":\"DOWN\"}").problem()).isEmpty();
    assertThat(new HealthProbe.Answer(200, "").ready()).isTrue();
  }
}
