package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database refuses what one message contains: that message is set aside, and no other. */
@Nightly
class InjectedFaultIT {

  private static final String FAR = "2100-01-01T00:00:00Z";
  private static final int GOOD = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** One for each attempt of each message alone, and some of the batches that had it. */
  private static final int MAX_TRACES = 60;

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void faults() {
    stack.clear();
    stack.execute(
        """
        ALTER TABLE scheduler.job ADD CONSTRAINT fault CHECK (job_id NOT LIKE 'poison %');
        ALTER TABLE scheduler.execution ADD CONSTRAINT fault CHECK (message <> 'poison');
        GRANT USAGE ON SCHEMA scheduler TO shop;
        GRANT EXECUTE ON FUNCTION scheduler.register(jsonb, text) TO shop;
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'test.registration')
        """);
  }

  @AfterEach
  void no_faults() {
    stack.execute(
        """
        ALTER TABLE scheduler.job DROP CONSTRAINT fault;
        ALTER TABLE scheduler.execution DROP CONSTRAINT fault;
        REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM shop;
        REVOKE USAGE ON SCHEMA scheduler FROM shop;
        DELETE FROM scheduler.registration_grant WHERE login = 'shop' AND queue = 'test.registration'
        """);
  }

  @Test
  void a_registration_is_set_aside_whatever_way_it_came() {
    List<NodeLog> logs = Stream.of(1, 2).map(stack::node).map(NodeLog::from).toList();
    Sql shop = new Sql(stack.database().dataSource(DatabaseUser.SHOP));
    try (Registrant core = new Registrant(stack.connectionFactory());
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker());
        StompRegistrant stomp = new StompRegistrant(stack.broker())) {
      for (int i = 0; i < GOOD; i++) {
        String jobId = (i == GOOD / 2 ? "poison " : "good ") + i;
        core.send("x", job(jobId + " core"));
        amqp.send("x", job(jobId + " amqp"));
        stomp.send(stompHeaders(jobId + " stomp"), "x".getBytes(UTF_8), false);
        shop.execute(
            "SELECT scheduler.register('{\"scheduler_queue\": \"test.registration\", \"scheduler_jobId\": \"%s\", \"scheduler_dueAt\": \"%s\", \"scheduler_ifExists\": \"keep\"}')"
                .formatted(jobId + " sql", FAR));
      }
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.job") == 4 * (GOOD - 1)
                    && stack.integer("SELECT count(*) FROM scheduler.quarantine") == 4);
    assertThat(
            stack.values("SELECT code || ' ' || job_id FROM scheduler.quarantine ORDER BY job_id"))
        .containsExactlyElementsOf(
            Stream.of("amqp", "core", "sql", "stomp")
                .map(way -> "SCHED-0192 poison %d %s".formatted(GOOD / 2, way))
                .toList());
    assertThat(stack.ledger("difference")).isZero();
    logs.forEach(log -> assertThat(log.traces()).as(log.node()).isLessThan(MAX_TRACES));
    logs.forEach(log -> assertThat(log.count("Failing row")).as("contents of jobs").isZero());
  }

  @Test
  void a_report_is_set_aside_whatever_way_it_came() throws JMSException {
    try (TrackedJobs jobs = new TrackedJobs(stack, "test.registration");
        Worker worker = new Worker(stack.connectionFactory(), "test.registration");
        JMSContext context = stack.connectionFactory().createContext();
        AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), "scheduler.reports")) {
      List<String> runs =
          IntStream.range(0, 20).mapToObj(i -> (i < 2 ? "faulty " : "good ") + i).toList();
      runs.forEach(run -> jobs.register(run, ""));
      for (int i = 0; i < runs.size(); i++) {
        Message delivery = worker.receiveMessage();
        String report = failed(delivery);
        if (i % 2 == 0) {
          context.createProducer().send(context.createQueue("scheduler.reports"), report);
        } else {
          amqp.send(report, Map.of());
        }
      }
      runs.stream().filter(run -> run.startsWith("good")).forEach(run -> jobs.await(run, ERROR));
    }
    await()
        .atMost(PATIENCE)
        .until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 2);
    assertThat(stack.values("SELECT DISTINCT code FROM scheduler.quarantine"))
        .containsExactly("SCHED-0670");
    assertThat(broker.messagesOn("scheduler.reports")).isZero();
    assertThat(broker.messagesOn("scheduler.reports.amqp")).isZero();
  }

  private static String failed(Message delivery) throws JMSException {
    String jobId = delivery.getStringProperty("scheduler_jobId");
    return "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"failed\",\"message\":\"%s\"}"
        .formatted(
            delivery.getStringProperty("scheduler_fireId"),
            delivery.getStringProperty("scheduler_token"),
            jobId.startsWith("faulty") ? "poison" : jobId);
  }

  private static Map<String, Object> job(String jobId) {
    return Map.of(
        "scheduler_queue", "test.registration",
        "scheduler_jobId", jobId,
        "scheduler_dueAt", FAR);
  }

  /** A colon would end the name of a STOMP header. */
  private static Map<String, String> stompHeaders(String jobId) {
    return Map.of(
        "scheduler_queue",
        "test.registration",
        "scheduler_jobId",
        jobId,
        "scheduler_dueAt",
        FAR.replace(":", "\\c"));
  }
}
