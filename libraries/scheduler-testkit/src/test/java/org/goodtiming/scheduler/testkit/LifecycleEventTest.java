package org.goodtiming.scheduler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import java.util.Map;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.goodtiming.scheduler.api.JobSchedulerException;
import org.goodtiming.scheduler.api.LifecycleEvent;
import org.junit.jupiter.api.Test;

/** Events as applications read them. Here, because this module has messages without a broker. */
class LifecycleEventTest {

  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "id", "5f6d",
          "type", "org.goodtiming.scheduler.job.failed",
          "subject", "order-check/4711",
          "time", "2026-12-01T10:00:00.512Z",
          "sequence", "17");

  @Test
  void a_message_of_the_topic_is_read() throws JMSException {
    LifecycleEvent event =
        LifecycleEvent.of(
            message(
                ATTRIBUTES,
                "{\"queue\": \"order-check\", \"jobId\": \"4711\", \"fireId\": \"6c0f\", \"attempt\": 2, \"dueAt\": \"2026-12-01T10:00:00Z\", \"message\": \"no such order\", \"later\": 1}"));
    assertThat(event.id()).isEqualTo("5f6d");
    assertThat(event.type()).isEqualTo("job.failed");
    assertThat(event.subject()).isEqualTo("order-check/4711");
    assertThat(event.at()).isEqualTo("2026-12-01T10:00:00.512Z");
    assertThat(event.sequence()).isEqualTo(17);
    assertThat(event.queue()).isEqualTo("order-check");
    assertThat(event.jobId()).isEqualTo("4711");
    assertThat(event.fireId()).isEqualTo("6c0f");
    assertThat(event.attempt()).isEqualTo(2);
    assertThat(event.dueAt()).isEqualTo("2026-12-01T10:00:00Z");
    assertThat(event.message()).isEqualTo("no such order");
    assertThat(event.data().getInt("later")).isEqualTo(1);
  }

  @Test
  void an_event_that_is_about_no_job_has_none() throws JMSException {
    LifecycleEvent event = LifecycleEvent.of(message(ATTRIBUTES, "{\"partition\": \"default\"}"));
    assertThat(event.queue()).isNull();
    assertThat(event.jobId()).isNull();
    assertThat(event.dueAt()).isNull();
    assertThat(event.attempt()).isZero();
  }

  @Test
  void another_message_is_refused() {
    assertThatThrownBy(() -> LifecycleEvent.of(message(Map.of(), "{}")))
        .isInstanceOf(JobSchedulerException.class)
        .hasMessageStartingWith("SCHED-0037 message ")
        .hasMessageContaining("has no property cloudEvents_id: read only messages of the topic");
    assertThatThrownBy(() -> LifecycleEvent.of(message(ATTRIBUTES, "no JSON")))
        .isInstanceOf(JobSchedulerException.class)
        .hasMessageStartingWith("SCHED-0036 cannot read the message as a lifecycle event: ");
  }

  private static ActiveMQTextMessage message(Map<String, String> attributes, String text)
      throws JMSException {
    ActiveMQTextMessage message = new ActiveMQTextMessage();
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      message.setStringProperty("cloudEvents_" + attribute.getKey(), attribute.getValue());
    }
    message.setText(text);
    return message;
  }
}
