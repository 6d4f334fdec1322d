package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cancels, and what their receipts may claim. */
class CancelIT {

  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final Map<String, Object> ALL =
      Map.of("scheduler_op", "scheduleAll", "scheduler_dueAt", FAR);

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void cancel_removes_the_waiting_job() {
    register("1");
    assertThat(cancel("1").status()).isEqualTo("cancelled");
    assertThat(cancel("1").status()).isEqualTo("cancel-noted");
    await().until(() -> stack.ledger("waiting") == 0);
  }

  @Test
  void a_job_of_a_partition_that_nobody_leads_is_cancelled() {
    register("1");
    move("elsewhere");
    try {
      assertThat(cancel("1").status()).isEqualTo("cancelled");
      await().until(() -> stack.ledger("waiting") == 0);
    } finally {
      move("default");
      stack.execute(
          """
          DELETE FROM scheduler.lease WHERE partition = 'elsewhere';
          DELETE FROM scheduler.lease_history WHERE partition = 'elsewhere'
          """);
    }
  }

  private void move(String partition) {
    stack.execute(
        "UPDATE scheduler.worker_queue SET partition = '%s' WHERE name = 'test.registration'"
            .formatted(partition));
  }

  @Test
  void a_cancel_that_overtakes_its_registration_still_wins() {
    registrant.sendHeldUp("late", Map.of("scheduler_jobId", "1", "scheduler_dueAt", FAR));
    assertThat(cancel("1").status()).isEqualTo("cancel-noted");
    assertThat(registrant.receipt().status()).isEqualTo("overtaken");
    assertThat(stack.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
  }

  @Test
  void a_cancel_beside_an_open_registration_is_noted_and_the_job_never_comes() throws SQLException {
    cancelWhileOpen("{\"jobId\":\"1\",\"dueAt\":\"2000-01-01T00:00:00Z\"}");

    await().until(() -> stack.ledger("cancelled") == 1);
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("2");
    assertThat(broker.messagesOn("test.registration")).as("dispatched").isZero();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_cancelled_job_that_is_still_there_is_no_job_to_keep() throws SQLException {
    cancelWhileOpen("{\"jobId\":\"1\"}");
    await().until(() -> stack.ledger("waiting") == 2);

    Receipt kept =
        registrant.ask(
            "kept",
            Map.of(
                "scheduler_jobId",
                "1",
                "scheduler_ifExists",
                "keep",
                "scheduler_dueAt",
                "2000-01-01T00:00:00Z"));
    assertThat(kept.status()).isEqualTo("accepted");
    await().until(() -> broker.messagesOn("test.registration") == 1);
  }

  /** The registration has stored job 1, and waits for the row of job 2 while the cancel comes. */
  private void cancelWhileOpen(String job) throws SQLException {
    register("2");
    try (Connection holder = stack.connection()) {
      holder.setAutoCommit(false);
      holder.createStatement().execute("SELECT FROM scheduler.job FOR UPDATE");
      registrant.send(job + "\n{\"jobId\":\"2\"}", ALL);
      await().until(() -> transactionsThatWait() == 1);
      assertThat(cancel("1").status()).isEqualTo("cancel-noted");
      holder.rollback();
    }
  }

  private long transactionsThatWait() {
    return stack.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND wait_event_type = 'Lock'");
  }

  /** The broker commits before the database: the receipt may be here before the row. */
  private void register(String jobId) {
    registrant.ask("x", Map.of("scheduler_jobId", jobId, "scheduler_dueAt", FAR));
    await().until(() -> stack.ledger("waiting") == 1);
  }

  private Receipt cancel(String jobId) {
    return registrant.ask("", Map.of("scheduler_jobId", jobId, "scheduler_op", "cancel"));
  }
}
