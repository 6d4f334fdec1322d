package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The scheduler is deployed again on a node while jobs wait. */
@Disruptive
@Nightly
class RedeploymentIT {

  private final SystemStack stack = SystemStack.shared();

  @Test
  void jobs_survive_a_redeployment_and_are_delivered_after_it() {
    stack.clear();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      register(registrant, "before", "PT5S");
      stack.redeployScheduler(stack.node(1));
      assertThat(worker.receive(Duration.ofMinutes(2)).jobId()).isEqualTo("before");
      register(registrant, "after", "PT0S");
      assertThat(worker.receive().jobId()).isEqualTo("after");
    }
  }

  private static void register(Registrant registrant, String jobId, String delay) {
    Map<String, Object> properties = Map.of("scheduler_jobId", jobId, "scheduler_delay", delay);
    assertThat(registrant.ask("check", properties).status()).isEqualTo("accepted");
  }
}
