package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.CANCELLED;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cancels of tracked runs by the REST API, wherever the runs are. */
class CancelRunIT {

  private static final String QUEUE = "test.registration";
  private static final long PATIENCE_MILLIS = Duration.ofMinutes(2).toMillis();

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);
  private RestClient rest;

  @BeforeEach
  void empty() {
    stack.clear();
    rest = new RestClient(stack.node(2));
  }

  @Test
  void the_sample_worker_stops_amid_its_work() {
    try (TrackedJobs samples = new TrackedJobs(stack, "fibonacci")) {
      samples.register("endless", "90");
      ExecutionStatus running = samples.await("endless", RUNNING);

      Answer answer = cancel(running);

      assertThat(answer.status()).as(answer.body()).isEqualTo(202);
      assertThat(answer.json().getString("cancel")).isEqualTo("requested");
      assertThat(answer.json().getString("state")).isEqualTo("RUNNING");
      assertThat(samples.await("endless", CANCELLED).message()).isEqualTo("stopped at a request");
      Answer again = cancel(running);
      assertThat(again.status()).as(again.body()).isEqualTo(200);
      assertThat(again.json().getString("cancel")).isEqualTo("cancelled");
    }
  }

  @Nightly
  @Test
  void a_cancel_reaches_the_worker_of_another_node_within_two_seconds() {
    try (TrackedJobs samples = new TrackedJobs(stack, "fibonacci")) {
      samples.register("endless", "90");
      ExecutionStatus running = samples.await("endless", RUNNING);
      ServerNode other = stack.isWorkerOf(stack.node(1), running) ? stack.node(2) : stack.node(1);

      Answer answer = new RestClient(other).delete(path(running));

      assertThat(answer.status()).as(answer.body()).isEqualTo(202);
      ExecutionStatus ended = samples.await("endless", CANCELLED);
      assertThat(Duration.between(ended.cancelRequestedAt(), ended.endedAt()))
          .isBetween(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  @Test
  void a_run_that_waits_is_cancelled_at_once() {
    rest.post(
        "/jobs",
        "{\"queue\": \"%s\", \"jobId\": \"later\", \"dueAt\": \"2100-01-01T00:00:00Z\", \"tracked\": true}"
            .formatted(QUEUE));

    Answer answer = cancel(jobs.latest("later"));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().getString("state")).isEqualTo("CANCELLED");
    assertThat(rest.get("/jobs/" + QUEUE + "/later").json().getBoolean("waiting")).isFalse();
    assertThat(stack.ledger("difference")).isZero();
    assertThat(stack.ledger("cancelled")).isEqualTo(1);
  }

  @Test
  void a_run_that_nobody_has_taken_is_removed_from_its_worker_queue() throws JMSException {
    jobs.register("never-taken", "work");
    jobs.register("other", "work");
    jobs.await("other", DISPATCHED);

    Answer answer = cancel(jobs.await("never-taken", DISPATCHED));

    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.json().getString("state")).isEqualTo("DISPATCHED");
    assertThat(jobs.await("never-taken", CANCELLED).message())
        .isEqualTo("removed from its worker queue");
    try (JMSContext worker = workerContext();
        JMSConsumer deliveries = worker.createConsumer(worker.createQueue(QUEUE))) {
      assertThat(deliveries.receive(PATIENCE_MILLIS).getStringProperty("scheduler_jobId"))
          .isEqualTo("other");
      assertThat(deliveries.receiveNoWait()).isNull();
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_worker_that_holds_the_message_of_a_cancelled_run_learns_of_the_cancel_once_it_begins()
      throws JMSException {
    jobs.register("taken", "work");
    try (JMSContext worker = workerContext();
        JMSConsumer control = worker.createConsumer(worker.createTopic("scheduler.control"));
        JMSConsumer deliveries = worker.createConsumer(worker.createQueue(QUEUE))) {
      Message delivery = deliveries.receive(PATIENCE_MILLIS);
      Answer answer = cancel(jobs.await("taken", DISPATCHED));
      assertThat(answer.status()).as(answer.body()).isEqualTo(202);

      report(worker, delivery, "started");
      Message cancel = control.receive(PATIENCE_MILLIS);
      assertThat(cancel.getBody(String.class))
          .isEqualTo(
              "{\"event\":\"cancel\",\"fireIds\":[\"%s\"]}"
                  .formatted(delivery.getStringProperty("scheduler_fireId")));
      report(worker, delivery, "cancelled");
    }
    jobs.await("taken", CANCELLED);
  }

  @Test
  void a_cancel_of_the_job_by_jms_reaches_its_run() throws JMSException {
    jobs.register("by-jms", "work");
    try (JMSContext worker = workerContext();
        JMSConsumer deliveries = worker.createConsumer(worker.createQueue(QUEUE))) {
      Message delivery = deliveries.receive(PATIENCE_MILLIS);
      report(worker, delivery, "started");
      jobs.await("by-jms", RUNNING);

      assertThat(jobs.cancel("by-jms").status()).isEqualTo("cancel-requested");

      assertThat(jobs.latest("by-jms").cancelRequestedAt()).isNotNull();
      report(worker, delivery, "cancelled");
      jobs.await("by-jms", CANCELLED);
    }
    assertThat(jobs.cancel("by-jms").status()).isEqualTo("cancel-noted");
  }

  @Nightly
  @Test
  void a_cancel_after_the_finish_learns_how_the_run_has_ended() throws JMSException {
    jobs.register("done", "work");
    try (JMSContext worker = workerContext();
        JMSConsumer deliveries = worker.createConsumer(worker.createQueue(QUEUE))) {
      report(worker, deliveries.receive(PATIENCE_MILLIS), "finished");
    }
    String path = path(jobs.await("done", FINISHED));

    Answer answer = rest.delete(path);

    assertThat(answer.status()).as(answer.body()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("SCHED-0924");
    assertThat(answer.json().getString("detail")).contains("has ended as FINISHED");
  }

  @Nightly
  @Test
  void a_cancel_needs_the_grant_of_the_queue() {
    jobs.register("foreign", "work");
    ExecutionStatus run = jobs.await("foreign", DISPATCHED);
    stack.execute("DELETE FROM scheduler.registration_grant WHERE login = 'admin'");
    try {
      Answer answer = cancel(run);
      assertThat(answer.status()).as(answer.body()).isEqualTo(403);
      assertThat(answer.code()).isEqualTo("SCHED-0152");
    } finally {
      stack.execute(
          "INSERT INTO scheduler.registration_grant (login, queue) VALUES ('admin', '*')");
    }
    assertThat(jobs.latest("foreign").cancelRequestedAt()).isNull();
  }

  private Answer cancel(ExecutionStatus run) {
    return rest.delete(path(run));
  }

  private static String path(ExecutionStatus run) {
    return "/executions/" + run.fireId();
  }

  private JMSContext workerContext() {
    return new ActiveMQConnectionFactory(
            stack.broker().url(),
            BrokerUser.WORKER.user(),
            stack.broker().password(BrokerUser.WORKER))
        .createContext();
  }

  private static void report(JMSContext worker, Message delivery, String event)
      throws JMSException {
    String report =
        "{\"fireId\": \"%s\", \"token\": \"%s\", \"event\": \"%s\"}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"),
                event);
    worker.createProducer().send(worker.createQueue("scheduler.reports"), report);
  }
}
