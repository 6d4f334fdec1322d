package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two-phase commit is real: both resource managers are seen in their prepared state. */
class TwoPhaseCommitIT {

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  /** Runs at PREPARE TRANSACTION, after the broker's branch has been prepared. */
  @BeforeEach
  void make_preparing_slow() {
    stack.clear();
    stack.execute(
        """
        CREATE OR REPLACE FUNCTION scheduler.slow_prepare() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(3); RETURN NULL; END $$
        """);
    stack.execute(
        """
        CREATE CONSTRAINT TRIGGER slow_prepare AFTER INSERT ON scheduler.job
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.job_id = 'slow') EXECUTE FUNCTION scheduler.slow_prepare()
        """);
  }

  @AfterEach
  void make_preparing_fast_again() {
    stack.execute("DROP TRIGGER slow_prepare ON scheduler.job");
    stack.execute("DROP FUNCTION scheduler.slow_prepare()");
    registrant.close();
  }

  @Test
  void a_registration_is_prepared_on_the_broker_and_in_the_database_before_it_commits() {
    registrant.send(
        "x", Map.of("scheduler_jobId", "slow", "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    await()
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT query FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND state = 'active'"))
                    .anyMatch(query -> query.startsWith("PREPARE TRANSACTION")));
    assertThat(broker.preparedTransactions()).isNotEmpty();
    stack.broker().suspend();
    try {
      await()
          .untilAsserted(
              () ->
                  assertThat(stack.values("SELECT gid FROM scheduler.prepared_transaction"))
                      .hasSize(1));
      assertThat(stack.value("SELECT count(*) FROM scheduler.job"))
          .as("not committed yet")
          .isEqualTo("0");
    } finally {
      stack.broker().resume();
    }
    await()
        .untilAsserted(
            () -> assertThat(stack.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1"));
    await().until(() -> broker.preparedTransactions().isEmpty());
    assertThat(stack.values("SELECT gid FROM scheduler.prepared_transaction")).isEmpty();
  }
}
