package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs after jobs, by every way of registration. */
class ChainIT {

  private static final String PARENTS = "test.registration";
  private static final String CHILDREN = "test.chain";

  private final SystemStack stack = SystemStack.shared();
  private final TrackedJobs parents = new TrackedJobs(stack, PARENTS);
  private final Registrant registrant = new Registrant(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
    stack.allow(CHILDREN, Duration.ZERO, 2);
    stack.execute(
        """
        GRANT USAGE ON SCHEMA scheduler TO shop;
        GRANT EXECUTE ON FUNCTION scheduler.register(jsonb, text) TO shop;
        INSERT INTO scheduler.registration_grant (login, queue) VALUES ('shop', 'test.registration'), ('shop', 'test.chain')
        """);
  }

  @AfterEach
  void close() {
    stack.execute(
        """
        REVOKE EXECUTE ON FUNCTION scheduler.register(jsonb, text) FROM shop;
        REVOKE USAGE ON SCHEMA scheduler FROM shop;
        DELETE FROM scheduler.registration_grant WHERE login = 'shop'
        """);
    parents.close();
    registrant.close();
    stack.clear();
  }

  @Test
  void jobs_that_came_by_every_way_wait_for_their_parents_and_are_then_dispatched()
      throws JMSException {
    registerChildren();
    await().until(() -> waiting() == 5);
    parents.register("1", "work");
    parents.register("2", "work");
    try (Worker worker = new Worker(stack.connectionFactory(), PARENTS);
        Worker children = new Worker(stack.connectionFactory(), CHILDREN)) {
      finish(worker.receiveMessage());
      await()
          .until(
              () -> stack.integer("SELECT count(*) FROM scheduler.job WHERE waits_for = 1") == 5);
      finish(worker.receiveMessage());
      List<JobDelivery> released = IntStream.range(0, 5).mapToObj(i -> children.receive()).toList();
      assertThat(released)
          .extracting(JobDelivery::jobId)
          .containsExactlyInAnyOrder("jms", "amqp", "stomp", "sql", "rest");
      assertThat(released)
          .allSatisfy(
              job ->
                  assertThat(job.parents())
                      .extracting(
                          parent -> parent.key() + " " + parent.state() + " " + parent.result())
                      .containsExactly(
                          "test.registration/1 FINISHED {\"rows\":3}",
                          "test.registration/2 FINISHED {\"rows\":3}"));
      assertThat(children.nothingMore()).isTrue();
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void large_messages_and_batches_wait_for_their_parents_and_keep_their_payloads()
      throws JMSException {
    String payload = "x".repeat(150_000);
    assertThat(registrant.ask(payload, child("large")).status()).isEqualTo("accepted");
    Map<String, Object> batch = new HashMap<>(child("of the lines"));
    batch.remove("scheduler_jobId");
    batch.put("scheduler_op", "scheduleAll");
    String line = "{\"jobId\": \"line-%d\", \"body\": \"%s\"}\n";
    registrant.ask(line.formatted(1, payload) + line.formatted(2, payload), batch);
    await().until(() -> waiting() == 3);
    parents.register("1", "work");
    parents.register("2", "work");
    try (Worker worker = new Worker(stack.connectionFactory(), PARENTS);
        Worker children = new Worker(stack.connectionFactory(), CHILDREN)) {
      finish(worker.receiveMessage());
      finish(worker.receiveMessage());
      List<JobDelivery> released = IntStream.range(0, 3).mapToObj(i -> children.receive()).toList();
      assertThat(released)
          .extracting(JobDelivery::jobId)
          .containsExactlyInAnyOrder("large", "line-1", "line-2");
      assertThat(released)
          .allSatisfy(
              job -> {
                assertThat(job.text()).isEqualTo(payload);
                assertThat(job.parents()).hasSize(2);
              });
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  private void registerChildren() {
    assertThat(registrant.ask("", child("jms")).status()).isEqualTo("accepted");
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker());
        StompRegistrant stomp = new StompRegistrant(stack.broker())) {
      assertThat(amqp.send("", child("amqp"))).isTrue();
      Map<String, String> headers = new HashMap<>();
      child("stomp").forEach((name, value) -> headers.put(name, value.toString()));
      assertThat(stomp.send(headers, "".getBytes(UTF_8), false)).isTrue();
    }
    new Sql(stack.database().dataSource(DatabaseUser.SHOP))
        .execute(
            """
            SELECT scheduler.register(jsonb_build_object('scheduler_queue', 'test.chain', 'scheduler_jobId', 'sql',
                     'scheduler_after', '["test.registration/1","test.registration/2"]'))
            """);
    assertThat(
            new RestClient(stack.node(2))
                .post(
                    "/jobs",
                    """
                    {"queue": "test.chain", "jobId": "rest", "after": ["test.registration/1", "test.registration/2"]}
                    """)
                .status())
        .isEqualTo(202);
  }

  private static Map<String, Object> child(String jobId) {
    return Map.of(
        "scheduler_queue",
        CHILDREN,
        "scheduler_jobId",
        jobId,
        "scheduler_after",
        "[\"test.registration/1\",\"test.registration/2\"]");
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job WHERE waits_for = 2");
  }

  private void finish(Message delivery) throws JMSException {
    String report =
        "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"finished\",\"resultJson\":{\"rows\":3}}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"));
    try (JMSContext context = stack.connectionFactory().createContext()) {
      context.createProducer().send(context.createQueue("scheduler.reports"), report);
    }
  }
}
