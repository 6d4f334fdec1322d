package org.goodtiming.scheduler.chaos;

import static jakarta.jms.JMSContext.AUTO_ACKNOWLEDGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Mode xa: PostgreSQL has prepared, and its answer is lost. Payara rolls back all other branches.
 */
class LostPrepareIT {

  /** Less than the time after which the watch would roll it back (InDoubtRules). */
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String ROLLED_BACK = "roll back: its node has rolled it back";

  private final SystemStack stack = SystemStack.shared();
  private final PayaraNode node = stack.devStack().node(1);
  private final Database database = stack.devStack().database();
  private final Sql sql = new Sql(database.dataSource(DatabaseUser.SUPERUSER));
  private final CommitCutter cutter = CommitCutter.ofPrepares(DatabaseUser.XA.role());
  private TcpProxy proxy;
  private int sent;

  @BeforeEach
  void a_node_is_behind_a_proxy() throws Exception {
    stack.startAllNodes();
    stack.clear();
    sql.execute("TRUNCATE scheduler.in_doubt, scheduler.in_doubt_resolution");
    proxy = TcpProxy.to(database.port(), cutter::tap);
    stack.transactionMode(node, "xa", Map.of("SCHEDULER_DB_PORT", Integer.toString(proxy.port())));
  }

  @AfterEach
  void default_mode() throws Exception {
    stack.transactionMode(node, "last-resource", Map.of());
    proxy.close();
  }

  @Test
  void a_transaction_that_its_node_has_rolled_back_is_not_left_prepared() {
    cutter.arm(Cut.ANSWER);
    try (JMSContext registrant =
        BrokerClient.of(stack.devStack().broker()).open(AUTO_ACKNOWLEDGE)) {
      // The other node receives some of them
      await()
          .atMost(SOON)
          .until(
              () -> {
                register(registrant);
                return cutter.done();
              });
    }
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        sql.values(
                            "SELECT action || ': ' || reason FROM scheduler.in_doubt_resolution"))
                    .contains(ROLLED_BACK));
    await().atMost(SOON).until(() -> sql.number("SELECT count(*) FROM scheduler.job") == sent);
    await()
        .atMost(SOON)
        .until(() -> sql.number("SELECT count(*) FROM scheduler.prepared_transaction") == 0);
    assertThat(sql.number("SELECT difference FROM scheduler.ledger")).isZero();
  }

  private void register(JMSContext registrant) {
    Queue jobs = registrant.createQueue("scheduler.jobs");
    registrant
        .createProducer()
        .setProperty("scheduler_queue", "test.registration")
        .setProperty("scheduler_jobId", "job-" + ++sent)
        .setProperty("scheduler_dueAt", "2100-01-01T00:00:00Z")
        .send(jobs, "x");
  }
}
