package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.system.early.Opening;
import org.goodtiming.scheduler.system.handler.Parcels;
import org.goodtiming.scheduler.system.once.Bookings;
import org.goodtiming.scheduler.system.recurring.Beat;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method with {@code @JobHandler}, whose message-driven bean the compiler generated. */
class JobHandlerIT {

  /** As many as the bean has sessions. */
  private static final int HANGING = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String WAITING_FOR_THE_LOCK =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO booking%'";

  private static final SystemStack stack = SystemStack.shared();
  @AutoClose private static DeployedWorker worker;

  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, Parcels.QUEUE);

  @BeforeAll
  static void deploy() {
    stack.allow(Parcels.QUEUE, Duration.ofMillis(100), 2);
    worker = new DeployedWorker(stack, "handler", Parcels.class);
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void the_payload_is_read_and_the_result_is_reported_as_json() {
    jobs.register("1", "{\"parcels\": 2}");
    ResultLookup.Present result =
        (ResultLookup.Present) jobs.executions().result(jobs.await("1", FINISHED).fireId());
    assertThat(new String(result.bytes(), UTF_8)).isEqualTo("{\"job\":\"1\",\"parcels\":2}");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_schedule_continues_when_its_application_starts_again_and_is_replaced_if_it_has_changed() {
    stack.allow(Beat.QUEUE);
    deployBeat("ACCEPTED");
    await().until(() -> stack.integer("SELECT runs FROM scheduler.schedule") >= 2);
    String registered = stack.value("SELECT registered_at FROM scheduler.schedule");

    deployBeat("KEPT");
    assertThat(stack.value("SELECT registered_at FROM scheduler.schedule")).isEqualTo(registered);

    stack.execute("UPDATE scheduler.schedule SET recurrence = 'every:PT2S'");
    deployBeat("REPLACED");
    assertThat(stack.value("SELECT recurrence FROM scheduler.schedule")).isEqualTo("every:PT1S");
  }

  @Nightly
  @Test
  void a_worker_that_is_deployed_before_its_queue_says_so_and_works_when_the_queue_is_there() {
    NodeLog log = NodeLog.from(stack.node(1));
    try (DeployedWorker early = new DeployedWorker(stack, "early", Opening.class)) {
      await().untilAsserted(() -> assertThat(log.count("SCHED-0075 queue test.early")).isOne());
      await().untilAsserted(() -> assertThat(log.count("SCHED-0077")).isOne());

      stack.allow(Opening.QUEUE);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(log.count("SCHED-0078 the bean that reads queue test.early")).isOne();
                assertThat(log.count("schedule test.early/Opening.open: ACCEPTED")).isOne();
              });
      await().until(() -> stack.ledger("dispatched") >= 1);
      assertThat(log.count("CREATE_DURABLE_QUEUE")).isOne();
      assertThat(log.traces()).isZero();
      assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isOne();
    }
    stack.clear();
    stack.execute("DELETE FROM scheduler.worker_queue WHERE name = 'test.early'");
    new BrokerManagement(stack.connectionFactory())
        .invoke("broker", "destroyQueue", Opening.QUEUE, true, true);
  }

  /** Until the scheduler has answered. */
  private static void deployBeat(String answer) {
    NodeLog log = NodeLog.from(stack.node(1));
    try (DeployedWorker beat = new DeployedWorker(stack, "beat", Beat.class)) {
      await().until(() -> log.count("schedule test.recurring/Beat.beat: " + answer) == 1);
    }
  }

  @Test
  void a_message_that_is_sent_again_has_its_effect_once() throws JMSException {
    createTables();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        JMSContext broker = stack.connectionFactory().createContext();
        DeployedWorker booking = deployBookings(registrant, broker)) {
      register(registrant, "2", "second");
      await().until(() -> stack.integer("SELECT count(*) FROM shop.scheduler_inbox") == 2);
      BrokerManagement management = new BrokerManagement(stack.connectionFactory());
      await().until(() -> management.messagesOn(Bookings.QUEUE) == 0);
    }
    assertThat(stack.values("SELECT text FROM shop.booking"))
        .containsExactlyInAnyOrder("first", "second");
  }

  @Test
  void rows_of_a_failed_handler_are_rolled_back_with_its_message() {
    createTables();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        DeployedWorker booking = new DeployedWorker(stack, "once", Bookings.class)) {
      register(registrant, "1", "fail");
      register(registrant, "2", "second");
      await()
          .atMost(PATIENCE)
          .until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
      await().until(() -> stack.integer("SELECT count(*) FROM shop.booking") == 1);
    }
    assertThat(stack.values("SELECT text FROM shop.booking")).containsExactly("second");
    assertThat(stack.integer("SELECT count(*) FROM shop.scheduler_inbox")).isEqualTo(1);
  }

  @Test
  void beans_that_hang_hold_up_neither_dispatch_nor_another_queue() throws SQLException {
    createTables();
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        DeployedWorker booking = new DeployedWorker(stack, "once", Bookings.class)) {
      try (Connection lock = stack.database().connect(DatabaseUser.SUPERUSER);
          Statement statement = lock.createStatement()) {
        lock.setAutoCommit(false);
        statement.execute("LOCK TABLE shop.booking IN ACCESS EXCLUSIVE MODE");
        IntStream.range(0, HANGING + 1)
            .forEach(i -> register(registrant, "hangs " + i, "booking " + i));
        await().atMost(PATIENCE).until(() -> stack.integer(WAITING_FOR_THE_LOCK) == HANGING);
        jobs.register("1", "{\"parcels\": 2}");
        jobs.await("1", FINISHED);
        await().until(() -> stack.ledger("dispatched") == HANGING + 2);
        assertThat(stack.integer(WAITING_FOR_THE_LOCK)).isEqualTo(HANGING);
      }
      await().until(() -> stack.integer("SELECT count(*) FROM shop.booking") == HANGING + 1);
    }
  }

  private static void createTables() {
    stack.allow(Bookings.QUEUE, Duration.ofMillis(100), 2);
    stack.execute(
        """
        DROP TABLE IF EXISTS shop.scheduler_inbox, shop.booking;
        CREATE TABLE shop.scheduler_inbox (fire_id varchar(36) PRIMARY KEY, handled_at timestamp NOT NULL);
        CREATE TABLE shop.booking (text text);
        GRANT SELECT, INSERT ON shop.scheduler_inbox, shop.booking TO shop
        """);
  }

  /** The worker finds one delivery three times in its queue. */
  private static DeployedWorker deployBookings(Registrant registrant, JMSContext broker)
      throws JMSException {
    register(registrant, "1", "first");
    try (Worker worker = new Worker(stack.connectionFactory(), Bookings.QUEUE)) {
      Message delivery = worker.receiveMessage();
      for (int i = 0; i < 3; i++) {
        broker
            .createProducer()
            .send(broker.createQueue(Bookings.QUEUE), copy(delivery, broker.createTextMessage()));
      }
    }
    return new DeployedWorker(stack, "once", Bookings.class);
  }

  /** Without the id by which the broker recognizes a duplicate. */
  private static Message copy(Message delivery, TextMessage copy) throws JMSException {
    copy.setText(delivery.getBody(String.class));
    for (Object name : Collections.list(delivery.getPropertyNames())) {
      if (((String) name).startsWith("scheduler_")) {
        copy.setObjectProperty((String) name, delivery.getObjectProperty((String) name));
      }
    }
    return copy;
  }

  private static void register(Registrant registrant, String jobId, String text) {
    registrant.send(
        text,
        Map.of(
            "scheduler_queue",
            Bookings.QUEUE,
            "scheduler_jobId",
            jobId,
            "scheduler_delay",
            "PT0S"));
  }

  @Test
  void a_handler_that_returns_null_has_no_result() {
    jobs.register("1", "{\"parcels\": 0}");
    assertThat(jobs.executions().result(jobs.await("1", FINISHED).fireId()))
        .isEqualTo(new ResultLookup.None());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no json", "null", "{\"parcels\": -1}"})
  void a_failed_job_is_delivered_again_and_becomes_a_dead_letter(String payload) {
    jobs.register("1", payload);
    jobs.await("1", EXHAUSTED);
    assertThat(stack.value("SELECT count(*) FROM scheduler.quarantine WHERE stage = 'execution'"))
        .isEqualTo("1");
  }
}
