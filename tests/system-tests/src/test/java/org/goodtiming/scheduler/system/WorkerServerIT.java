package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs are scheduled on one server and executed on another. */
@Disruptive
@Nightly
class WorkerServerIT {

  private final SystemStack stack = SystemStack.shared();
  private final ServerNode schedules = stack.node(1);
  private final ServerNode executes = stack.node(2);

  @BeforeEach
  void a_server_with_the_scheduler_and_one_with_workers() {
    stack.clear();
    stack.execute("TRUNCATE shop.reminder");
    schedules.undeploy("worker-sample-mdb");
    executes.undeploy("scheduler");
  }

  @AfterEach
  void both_on_each() {
    executes.deploy(stack.scheduler());
    schedules.deploy(workers());
  }

  @Test
  void workers_on_a_server_without_the_scheduler_do_the_jobs() {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          20,
          i ->
              Map.of(
                  "scheduler_queue", "cart-reminder",
                  "scheduler_jobId", "cart " + i,
                  "scheduler_delay", "PT0S"));
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stack.integer("SELECT count(DISTINCT cart_id) FROM shop.reminder") == 20);
    assertThat(stack.ledger("dispatched")).isEqualTo(20);
  }

  private Path workers() {
    return stack.scheduler().resolveSibling("worker-sample-mdb.war");
  }
}
