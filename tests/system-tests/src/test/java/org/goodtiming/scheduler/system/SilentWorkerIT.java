package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers that announce heartbeats, and send none. */
class SilentWorkerIT {

  private static final String QUEUE = "test.registration";

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  @AutoClose
  private final JMSContext context =
      new ActiveMQConnectionFactory(
              stack.broker().url(),
              BrokerUser.WORKER.user(),
              stack.broker().password(BrokerUser.WORKER))
          .createContext();

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_silent_run_is_sent_again_and_a_late_report_of_its_first_attempt_changes_nothing()
      throws JMSException {
    jobs.register("1", "work");
    Message first = receive();
    report(first, "\"event\":\"started\",\"timeout\":\"PT1S\",\"maxAttempts\":2");
    jobs.awaitAttempt("1", 2);
    Message second = receive();
    assertThat(second.getStringProperty("scheduler_fireId"))
        .isEqualTo(first.getStringProperty("scheduler_fireId"));
    assertThat(second.getLongProperty("scheduler_runAttempt")).isEqualTo(2);
    assertThat(second.getBody(String.class)).isEqualTo("work");

    report(first, "\"event\":\"finished\",\"result\":\"late\"");
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await().until(() -> broker.messagesOn("scheduler.reports") == 0);
    assertThat(jobs.latest("1").state()).isEqualTo(DISPATCHED);

    report(second, "\"event\":\"finished\",\"result\":\"the second\"");
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(((ResultLookup.Present) jobs.executions().result(finished.fireId())).bytes())
        .isEqualTo("the second".getBytes(UTF_8));
    assertThat(jobs.transitions(finished.fireId()))
        .containsExactly(SUBMITTED, DISPATCHED, RUNNING, SUBMITTED, DISPATCHED, FINISHED);
    assertThat(stack.ledger("difference")).isZero();
    assertThat(stack.ledger("dispatched")).isEqualTo(1);
  }

  @Nightly
  @Test
  void a_silent_run_without_an_attempt_left_ends_as_an_error_that_says_so() throws JMSException {
    jobs.register("1", "work");
    Message only = receive();
    report(only, "\"event\":\"started\",\"timeout\":\"PT1S\"");
    ExecutionStatus ended = jobs.await("1", ERROR);
    assertThat(ended.message()).startsWith("SCHED-0813 ");
    assertThat(ended.attempt()).isEqualTo(1);
    assertThat(stack.ledger("difference")).isZero();
  }

  private Message receive() {
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      return worker.receiveMessage();
    }
  }

  private void report(Message delivery, String fields) throws JMSException {
    String json =
        "{\"fireId\":\"%s\",\"token\":\"%s\",%s}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"),
                fields);
    context.createProducer().send(context.createQueue("scheduler.reports"), json);
  }
}
