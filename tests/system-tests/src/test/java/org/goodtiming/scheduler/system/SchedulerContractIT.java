package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.api.RunContext;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.goodtiming.scheduler.testkit.SchedulerContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The real scheduler keeps the contract by which the test kit's is measured; parts of it daily. */
@Nightly
class SchedulerContractIT extends SchedulerContract {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();

  private Registrant registrant;
  private WorkerTransaction transaction;

  @BeforeEach
  void connect() {
    stack.clear();
    stack.allow(QUEUE, Duration.ZERO, MAX_DELIVERIES);
    registrant = new Registrant(stack.connectionFactory());
    stack.execute(
        """
        DROP TABLE IF EXISTS shop.scheduler_inbox;
        CREATE TABLE shop.scheduler_inbox (fire_id varchar(36) PRIMARY KEY, handled_at timestamp NOT NULL);
        GRANT SELECT, INSERT ON shop.scheduler_inbox TO shop
        """);
    transaction = new WorkerTransaction(stack.database());
  }

  @AfterEach
  void disconnect() {
    registrant.close();
    transaction.close();
    new BrokerManagement(stack.connectionFactory())
        .invoke("broker", "removeAddressSettings", QUEUE);
    stack.clear();
  }

  @Override
  protected Instant now() {
    return stack.now();
  }

  @Override
  protected void schedule(JobRequest request) {
    byte[] bytes = request.bytes();
    if (bytes == null) {
      registrant.ask(request.text(), request.properties());
    } else {
      registrant.askBytes(bytes, request.properties());
    }
  }

  @Override
  protected void resume(JobKey key) {
    String schedule = "/schedules/%s/%s".formatted(key.queue(), key.jobId());
    RestClient rest = new RestClient(stack.node(1));
    await()
        .atMost(PATIENCE)
        .until(() -> rest.get(schedule).json().getString("state").equals("paused"));
    rest.post(schedule + "/resume", "{}");
  }

  @Override
  protected void cancel(JobKey key) {
    registrant.ask(
        "",
        Map.of(
            "scheduler_op",
            "cancel",
            "scheduler_queue",
            key.queue(),
            "scheduler_jobId",
            key.jobId()));
  }

  @Override
  protected void work(int deliveries, Consumer<Message> worker) {
    try (JMSContext context =
            stack.connectionFactory().createContext(JMSContext.SESSION_TRANSACTED);
        JMSConsumer consumer = context.createConsumer(context.createQueue(QUEUE))) {
      for (int delivery = 0; delivery < deliveries; delivery++) {
        Message message = consumer.receive(PATIENCE.toMillis());
        assertThat(message).as("a delivery within %s", PATIENCE).isNotNull();
        work(context, message, worker);
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked") // As a container does
  private void work(JMSContext context, Message message, Consumer<Message> worker) {
    try {
      worker.accept(message);
    } catch (RuntimeException e) {
      transaction.rollback(context);
      return;
    }
    transaction.commit(context);
  }

  @Override
  protected DataSource inbox() {
    return transaction.dataSource();
  }

  @Override
  protected LongRunContainer longRunContainer() {
    return transaction;
  }

  @Override
  protected void awaitCancel(RunContext run) {
    await().atMost(PATIENCE).until(run::cancelled);
  }

  @Override
  protected ConnectionFactory connectionFactory() {
    Broker broker = stack.broker();
    return new ActiveMQConnectionFactory(
        broker.url(), BrokerUser.WORKER.user(), broker.password(BrokerUser.WORKER));
  }

  @Override
  protected void settle() {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.schedule WHERE waits_for IS NOT NULL")
                    == 0);
  }

  /** Moves the times of waiting runs back instead of the clock on. */
  @Override
  protected void outage(Duration duration) {
    stack.execute(
        """
        WITH moved AS (
          UPDATE scheduler.schedule SET next_planned_at = next_planned_at - interval '%1$s')
        UPDATE scheduler.job
           SET due_at = due_at - interval '%1$s', planned_at = planned_at - interval '%1$s', eligible_at = eligible_at - interval '%1$s'
        """
            .formatted(duration));
  }

  @Override
  protected Instant dueAt(JobKey key) {
    return time(key, "dueAt");
  }

  @Override
  protected Instant eligibleAt(JobKey key) {
    return time(key, "eligibleAt");
  }

  private Instant time(JobKey key, String field) {
    RestClient rest = new RestClient(stack.node(1));
    return Instant.parse(
        rest.get("/jobs/%s/%s".formatted(key.queue(), key.jobId())).json().getString(field));
  }

  @Override
  protected void inputSchema(@Nullable String json) {
    RestClient rest = new RestClient(stack.node(1));
    Answer answer =
        rest.put("/worker-queues/" + QUEUE, "{\"inputSchema\": %s}".formatted("" + json));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  @Override
  protected void calendar(String name, String excludes) {
    RestClient rest = new RestClient(stack.node(1));
    String json = Json.createObjectBuilder().add("excludes", excludes).build().toString();
    assertThat(rest.put("/calendars/" + name, json).status()).isBetween(200, 201);
  }

  @Override
  protected void definition(String name, String json) {
    RestClient rest = new RestClient(stack.node(1));
    assertThat(rest.put("/definitions/" + name, json).status()).isBetween(200, 201);
  }

  @Override
  protected int waiting() {
    return (int) stack.ledger("waiting");
  }

  @Override
  protected List<String> log(JobKey key) {
    String ended =
        "SELECT fire_id FROM scheduler.execution WHERE queue = '%s' AND job_id = '%s' AND ended_at IS NOT NULL"
            .formatted(key.queue(), key.jobId());
    List<String> runs =
        await().atMost(PATIENCE).until(() -> stack.values(ended), r -> !r.isEmpty());
    return new RestClient(stack.node(1))
            .get("/executions/%s?follow=false".formatted(runs.get(0)))
            .json()
            .getJsonArray("log")
            .getValuesAs(JsonObject.class)
            .stream()
            .map(line -> line.getString("line"))
            .toList();
  }

  @Override
  protected List<String> refused() {
    return stack.values("SELECT code FROM scheduler.quarantine ORDER BY id");
  }
}
