package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registration in an application's own database transaction, without XA. */
@Disruptive
@TestInstance(Lifecycle.PER_CLASS)
class SqlRegistrationIT {

  private static final String DUE = "\"scheduler_dueAt\": \"2100-01-01T00:00:00Z\"";

  /** Is left to a node. */
  private static final String KEEP = ", \"scheduler_ifExists\": \"keep\"";

  private final SystemStack stack = SystemStack.shared();
  private final Sql shop = new Sql(stack.database().dataSource(DatabaseUser.SHOP));

  /** As an administrator would. */
  @BeforeAll
  void the_shop_may_register() {
    stack.execute(
        """
        GRANT USAGE ON SCHEMA scheduler TO shop;
        GRANT EXECUTE ON FUNCTION scheduler.register(jsonb, text) TO shop;
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'test.registration')
        """);
  }

  @AfterAll
  void no_longer() {
    stack.execute(
        """
        REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM shop;
        REVOKE USAGE ON SCHEMA scheduler FROM shop;
        DELETE FROM scheduler.registration_grant WHERE login = 'shop' AND queue = 'test.registration'
        """);
  }

  @BeforeEach
  void empty() {
    stack.startAllNodes();
    stack.clear();
  }

  @Test
  void a_job_is_registered_with_the_transaction_that_asked_or_not_at_all() throws SQLException {
    try (Connection application = stack.database().dataSource(DatabaseUser.SHOP).getConnection();
        Statement statement = application.createStatement()) {
      application.setAutoCommit(false);
      statement.execute(call("rolled-back", DUE));
      application.rollback();
      statement.execute(call("committed", DUE));
      application.commit();
    }
    awaitEmpty();
    assertThat(stack.values("SELECT job_id || ' ' || registered_by FROM scheduler.job"))
        .containsExactly("committed shop");
    assertThat(stack.ledger("registered")).isEqualTo(1);
  }

  @Test
  void the_worker_gets_what_the_application_gave() {
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      shop.execute(
          """
          SELECT scheduler.register(jsonb_build_object('scheduler_queue', 'test.registration', 'scheduler_jobId', 'order-4711',
                   'scheduler_delay', 'PT1S', 'scheduler_priority', 9, 'x_gift', true, 'x_weight', 1.5), 'Grüße {}')
          """);
      JobDelivery delivery = worker.receive();
      assertThat(delivery.jobId()).isEqualTo("order-4711");
      assertThat(delivery.text()).isEqualTo("Grüße {}");
      assertThat(delivery.registeredBy()).isEqualTo("shop");
      assertThat(delivery.properties())
          .containsEntry("x_gift", true)
          .containsEntry("x_weight", 1.5);
    }
  }

  /** Not from the moment at which a node stores it, which may be hours later. */
  @Test
  void a_delay_counts_from_the_call() {
    shop.execute(call("later", "\"scheduler_delay\": \"PT1H\""));
    awaitEmpty();
    assertThat(stack.values("SELECT due_at - sent_at FROM scheduler.job"))
        .containsExactly("01:00:00");
  }

  @Test
  void the_later_intent_wins() {
    shop.execute(call("replaced", DUE));
    shop.execute(call("replaced", "\"scheduler_dueAt\": \"2101-01-01T00:00:00Z\""));
    shop.execute(call("cancelled", DUE));
    shop.execute(call("cancelled", "\"scheduler_op\": \"cancel\""));
    awaitEmpty();
    assertThat(stack.values("SELECT job_id || ' ' || extract(year FROM due_at) FROM scheduler.job"))
        .containsExactly("replaced 2101");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void one_statement_registers_thousands() {
    int jobs = Volume.of(2_000, 5_000);
    shop.execute(
        """
        SELECT count(scheduler.register(jsonb_build_object('scheduler_queue', 'test.registration', 'scheduler_jobId', 'job-' || n,
                 'scheduler_dueAt', '2100-01-01T00:00:00Z'))) FROM generate_series(1, %d) AS n
        """
            .formatted(jobs));
    awaitEmpty();
    assertThat(stack.integer("SELECT count(DISTINCT job_id) FROM scheduler.job")).isEqualTo(jobs);
    assertThat(stack.ledger("registered")).isEqualTo(jobs);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_refused_row_is_kept_and_can_be_resubmitted() {
    shop.execute(call("x", "\"scheduler_dueAt\": \"tomorrow\""));
    shop.execute(
        "SELECT scheduler.register('{\"scheduler_queue\": \"test.caller\", \"scheduler_jobId\": \"y\", %s}')"
            .formatted(DUE));
    shop.execute("SELECT scheduler.register('{\"scheduler_op\": \"scheduleAll\"}', '{}')");
    shop.execute("SELECT scheduler.register('{\"x_least\": -9223372036854775808}')");
    awaitEmpty();
    assertThat(
            stack.values(
                "SELECT code || ' ' || coalesce(job_id, '') || ' ' || sent_by FROM scheduler.quarantine ORDER BY code"))
        .containsExactly(
            "SCHED-0101  shop", "SCHED-0112 x shop", "SCHED-0152 y shop", "SCHED-0176  shop");
    stack.execute(
        """
        UPDATE scheduler.quarantine SET properties = replace(properties, 'tomorrow', '2100-01-01T00:00:00Z') WHERE job_id = 'x';
        SELECT scheduler.resubmit(id) FROM scheduler.quarantine WHERE job_id = 'x'
        """);
    await()
        .untilAsserted(
            () ->
                assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NULL                                                                       | SCHED-0174
          '"order-check"'                                                            | SCHED-0174
          '{"scheduler_queue": "test.registration", "x_lines": ["a"]}'               | SCHED-0175
          '{"scheduler_queue": "test.registration", "x_sum": {"type": "a"}}'         | SCHED-0175
          '{"scheduler_queue": "test.registration", "x_sum": 9223372036854775808}'   | SCHED-0175
          '{"scheduler_queue": "test.registration", "x_sum": 1e400}'                 | SCHED-0175
          '{"scheduler_queue": "test.registration", "x_sum": 1e-1200}'               | SCHED-0175
          jsonb_build_object('x_a', repeat('x', 1572864))                            | SCHED-0177
          '{"scheduler_queue": "test.registration"}', repeat('x', 16777216)          | SCHED-0177
          """,
      quoteCharacter = '`')
  void an_invalid_message_fails_in_the_callers_transaction(String properties, String code) {
    assertThatThrownBy(() -> shop.execute("SELECT scheduler.register(%s)".formatted(properties)))
        .rootCause()
        .hasMessageContaining(code);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.sql_registration")).isZero();
  }

  @Test
  void who_has_no_right_to_call_it_registers_nothing() {
    Sql reader = new Sql(stack.database().dataSource(DatabaseUser.READER));
    assertThatThrownBy(() -> reader.execute(call("x", DUE)))
        .rootCause()
        .hasMessageContaining("permission denied for function register");
    assertThatThrownBy(() -> shop.execute("DELETE FROM scheduler.sql_registration"))
        .rootCause()
        .hasMessageContaining("permission denied for table sql_registration");
  }

  @Test
  void a_request_that_cannot_be_stored_holds_up_no_other() {
    stack.execute(
        """
        CREATE FUNCTION scheduler.refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'poison'; END $$;
        CREATE TRIGGER refuse_poison BEFORE INSERT ON scheduler.job
        FOR EACH ROW WHEN (NEW.job_id = 'poison') EXECUTE FUNCTION scheduler.refuse_poison()
        """);
    try {
      List.of("before", "poison", "after").forEach(job -> shop.execute(call(job, DUE + KEEP)));
      await()
          .untilAsserted(
              () ->
                  assertThat(stack.values("SELECT job_id FROM scheduler.job ORDER BY job_id"))
                      .containsExactly("after", "before"));
      assertThat(
              stack.values(
                  "SELECT properties ->> 'scheduler_jobId' FROM scheduler.sql_registration"))
          .containsExactly("poison");
    } finally {
      stack.execute("DROP TRIGGER refuse_poison ON scheduler.job");
      stack.execute("DROP FUNCTION scheduler.refuse_poison()");
    }
    awaitEmpty();
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(3);
    assertThat(stack.ledger("difference")).isZero();
  }

  /**
   * A request that was stored twice would be the same job: its message id is the number of its row.
   */
  @Nightly
  @Test
  void a_node_that_is_killed_while_it_stores_loses_none() {
    for (int round = 0; round < 5; round++) {
      shop.execute(
          """
          SELECT count(scheduler.register(jsonb_build_object('scheduler_queue', 'test.registration', 'scheduler_dueAt', '2100-01-01T00:00:00Z')))
            FROM generate_series(1, 4000)
          """);
    }
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.job") > 0);
    stack.node(2).kill();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.sql_registration") == 0);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isEqualTo(20_000);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_payload_that_does_not_match_the_schema_of_its_queue_is_kept() {
    stack.execute(
        "UPDATE scheduler.worker_queue SET input_schema = '{\"minLength\": 5}', input_schema_id = 'five' WHERE name = 'test.registration'");
    shop.execute(
        """
        SELECT scheduler.register(jsonb_build_object('scheduler_queue', 'test.registration', 'scheduler_jobId', id, 'scheduler_delay', 'P9D'), body)
          FROM (VALUES ('short', '"four"'), ('long', '"fives"')) AS job (id, body)
        """);
    awaitEmpty();
    assertThat(stack.values("SELECT job_id FROM scheduler.job")).containsExactly("long");
    assertThat(stack.values("SELECT job_id || ' ' || code FROM scheduler.quarantine"))
        .containsExactly("short SCHED-0058");
    stack.clear();
  }

  private static String call(String jobId, String due) {
    return "SELECT scheduler.register('{\"scheduler_queue\": \"test.registration\", \"scheduler_jobId\": \"%s\", %s}')"
        .formatted(jobId, due);
  }

  private void awaitEmpty() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.sql_registration") == 0);
  }
}
