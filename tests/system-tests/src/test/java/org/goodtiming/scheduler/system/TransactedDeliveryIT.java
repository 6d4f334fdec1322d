package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.system.fragile.FragileWorker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message for which the server has no instance of the bean, and so no transaction. */
@AnyServer
@NotOn(
    servers = {"wildfly", "liberty"},
    because = "if the server has no free instance of a worker, the delivery fails and counts")
class TransactedDeliveryIT {

  private static final String QUEUE = "test.fragile";
  private static final int JOBS = Volume.of(5, 20);
  private static final int MAX_DELIVERIES = 3;

  private final SystemStack stack = SystemStack.shared();
  private DeployedWorker worker;

  @BeforeEach
  void deploy() {
    stack.clear();
    stack.allow(QUEUE, Duration.ofMillis(200), MAX_DELIVERIES);
    worker = new DeployedWorker(stack, "fragile", FragileWorker.class);
  }

  @AfterEach
  void undeploy() {
    worker.close();
    stack.execute("DROP TABLE IF EXISTS shop.fragile_done");
  }

  @Test
  void a_message_without_its_transaction_is_delivered_again_until_there_is_one() {
    NodeLogs logs = new NodeLogs(stack);
    long before = logs.lines("SCHED-0609");
    registerJobs();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> logs.lines("SCHED-0609") - before > JOBS * MAX_DELIVERIES);
    stack.execute(
        """
        CREATE TABLE shop.fragile_done (job_id text);
        GRANT SELECT, INSERT ON shop.fragile_done TO shop;
        """);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(
                        stack.value(
                            "SELECT count(*) || ' ' || count(DISTINCT job_id) FROM"
                                + " shop.fragile_done"))
                    .isEqualTo(JOBS + " " + JOBS));
  }

  private void registerJobs() {
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      for (int i = 0; i < JOBS; i++) {
        registrant.ask(
            "",
            Map.of(
                "scheduler_queue",
                QUEUE,
                "scheduler_jobId",
                "fragile " + i,
                "scheduler_delay",
                "PT0S"));
      }
    }
  }
}
