package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schedule whose runs do not overlap, and hand their data on. */
class OverlapIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final JMSContext reporter =
      new ActiveMQConnectionFactory(
              stack.broker().url(),
              BrokerUser.WORKER.user(),
              stack.broker().password(BrokerUser.WORKER))
          .createContext();
  private Worker worker;

  @BeforeEach
  void empty() {
    stack.clear();
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @AfterEach
  void close() {
    stack.clear();
    worker.close();
    registrant.close();
    reporter.close();
  }

  @Test
  void a_run_waits_for_the_report_of_the_last_one_and_gets_its_data() throws JMSException {
    registrant.ask(
        "page 1",
        Map.of(
            "scheduler_jobId",
            "pages",
            "scheduler_recurrence",
            "every:PT1S",
            "scheduler_stateful",
            true));
    Message first = worker.receiveMessage();
    await()
        .atMost(PATIENCE)
        .until(
            () -> stack.value("SELECT due_at < clock_timestamp() FROM scheduler.job").equals("t"));
    assertThat(worker.nothingMore()).isTrue();
    assertThat(
            new RestClient(stack.node(1))
                .get("/schedules/test.registration/pages")
                .json()
                .getString("waitsFor"))
        .isEqualTo(first.getStringProperty("scheduler_fireId"));

    finish(first, "page 2");
    Message second = worker.receiveMessage();
    assertThat(JobDelivery.of(first).text()).isEqualTo("page 1");
    assertThat(JobDelivery.of(second).text()).isEqualTo("page 2");
    assertThat(JobDelivery.of(second).scheduledRun().number()).isEqualTo(2);
  }

  private void finish(Message delivery, String result) throws JMSException {
    String report =
        "{\"fireId\":\"%s\",\"token\":\"%s\",\"event\":\"finished\",\"result\":\"%s\"}"
            .formatted(
                delivery.getStringProperty("scheduler_fireId"),
                delivery.getStringProperty("scheduler_token"),
                result);
    reporter.createProducer().send(reporter.createQueue("scheduler.reports"), report);
  }
}
