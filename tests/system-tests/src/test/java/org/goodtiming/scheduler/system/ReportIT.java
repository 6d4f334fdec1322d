package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Date;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports as JSON, from workers in any language. */
class ReportIT {

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
  void progress_shows_while_the_run_goes_on() throws JMSException {
    Message delivery = delivered("1");
    report(delivery, "\"event\":\"started\",\"worker\":\"w1\"");
    report(delivery, "\"event\":\"progress\",\"progress\":30,\"message\":\"page 3\"");
    await().until(() -> Integer.valueOf(30).equals(jobs.latest("1").progress()));
    ExecutionStatus running = jobs.latest("1");
    assertThat(running.state()).isEqualTo(RUNNING);
    assertThat(running.message()).isEqualTo("page 3");
    assertThat(running.worker()).isEqualTo("w1");

    report(delivery, "\"event\":\"finished\",\"resultJson\":[1,2]");
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(((ResultLookup.Present) jobs.executions().result(finished.fireId())).bytes())
        .isEqualTo("[1,2]".getBytes(UTF_8));
    assertThat(jobs.transitions(finished.fireId()))
        .containsExactly(SUBMITTED, DISPATCHED, RUNNING, FINISHED);
  }

  @Test
  void a_late_or_repeated_report_changes_nothing() throws JMSException {
    Message first = delivered("1");
    report(first, "\"event\":\"finished\",\"result\":\"the first\"");
    jobs.await("1", FINISHED);
    report(first, "\"event\":\"failed\",\"message\":\"late\"");
    report(first, "\"event\":\"finished\",\"result\":\"the second\"");
    report(first, "\"event\":\"progress\",\"progress\":50");
    awaitAllReportsBooked();

    ExecutionStatus finished = jobs.latest("1");
    assertThat(finished.state()).isEqualTo(FINISHED);
    assertThat(finished.progress()).isNull();
    assertThat(finished.message()).isNull();
    assertThat(((ResultLookup.Present) jobs.executions().result(finished.fireId())).bytes())
        .isEqualTo("the first".getBytes(UTF_8));
    assertThat(jobs.transitions(finished.fireId()))
        .containsExactly(SUBMITTED, DISPATCHED, FINISHED);
  }

  @Test
  void who_does_not_know_the_token_cannot_report() throws JMSException {
    Message delivery = delivered("1");
    String fireId = delivery.getStringProperty("scheduler_fireId");
    send("{\"fireId\":\"%s\",\"token\":\"guessed\",\"event\":\"finished\"}".formatted(fireId));
    awaitAllReportsBooked();
    assertThat(jobs.latest("1").state()).isEqualTo(DISPATCHED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SCHED-0802 | finished
          SCHED-0802 | ["finished"]
          SCHED-0803 | {"token":"t","event":"finished"}
          SCHED-0803 | {"fireId":"4711","token":"t","event":"finished"}
          SCHED-0803 | {"fireId":"%s","token":"t","event":"done"}
          SCHED-0804 | {"fireId":"%s","token":"t","event":"finished","percent":3}
          """)
  void an_invalid_report_is_kept_with_its_reason(String code, String text) {
    send(text.formatted("0b9f8b5e-0000-4000-8000-000000000000"));
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 1);
    assertThat(
            stack.value(
                "SELECT stage || ' ' || code || ' ' || convert_from(body, 'UTF8') FROM scheduler.quarantine"))
        .isEqualTo(
            "execution " + code + " " + text.formatted("0b9f8b5e-0000-4000-8000-000000000000"));
  }

  @Test
  void reports_come_by_amqp_too_and_those_that_nobody_can_read_stop_no_other()
      throws JMSException, ClientException {
    Message delivery = delivered("1");
    try (AmqpRegistrant worker =
        new AmqpRegistrant(stack.broker(), BrokerUser.WORKER, "scheduler.reports")) {
      worker.send("{}", Map.of("when", new Date()));
      worker.send("[".repeat(1_100), Map.of());
      worker.send(json(delivery, "\"event\":\"finished\",\"result\":\"by AMQP\""), Map.of());
    }
    jobs.await("1", FINISHED);
    await().until(() -> stack.integer("SELECT count(*) FROM scheduler.quarantine") == 2);
    assertThat(stack.values("SELECT code FROM scheduler.quarantine"))
        .containsExactlyInAnyOrder("SCHED-0807", "SCHED-0802");
  }

  @Test
  void reports_come_by_stomp_too() throws JMSException {
    Message delivery = delivered("1");
    try (StompRegistrant worker =
        new StompRegistrant(stack.broker(), BrokerUser.WORKER, "scheduler.reports")) {
      String report = json(delivery, "\"event\":\"finished\",\"result\":\"by STOMP\"");
      assertThat(worker.send(Map.of(), report.getBytes(UTF_8), false)).isTrue();
    }
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(((ResultLookup.Present) jobs.executions().result(finished.fireId())).bytes())
        .isEqualTo("by STOMP".getBytes(UTF_8));
  }

  private Message delivered(String jobId) {
    jobs.register(jobId, "work");
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      return worker.receiveMessage();
    }
  }

  private void awaitAllReportsBooked() {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await().until(() -> broker.messagesOn("scheduler.reports") == 0);
  }

  private void report(Message delivery, String fields) throws JMSException {
    send(json(delivery, fields));
  }

  private static String json(Message delivery, String fields) throws JMSException {
    return "{\"fireId\":\"%s\",\"token\":\"%s\",%s}"
        .formatted(
            delivery.getStringProperty("scheduler_fireId"),
            delivery.getStringProperty("scheduler_token"),
            fields);
  }

  private void send(String report) {
    context.createProducer().send(context.createQueue("scheduler.reports"), report);
  }
}
