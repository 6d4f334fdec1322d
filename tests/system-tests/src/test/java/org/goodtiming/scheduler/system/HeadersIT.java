package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.system.Registrant.Receipt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Headers that the registrant wants are on the message that the worker gets. */
class HeadersIT {

  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  @AutoClose private Worker worker;

  @BeforeEach
  void empty() {
    stack.clear();
    worker = new Worker(stack.connectionFactory(), "test.registration");
  }

  @Test
  void each_header_of_a_message_reaches_the_worker() throws JMSException {
    Map<String, Object> properties = new HashMap<>();
    properties.put("scheduler_delay", "PT0S");
    properties.put("scheduler_type", "check");
    properties.put("scheduler_correlationId", "order 4711");
    properties.put("scheduler_replyTo", "test.caller");
    properties.put("scheduler_timeToLive", TIME_TO_LIVE.toMillis());
    properties.put("scheduler_deliveryMode", "NON_PERSISTENT");
    properties.put("scheduler_locale", "de-AT");
    properties.put("traceparent", TRACEPARENT);
    properties.put("tracestate", "a=b");

    registrant.ask("x", properties);

    check(worker.receiveMessage());
  }

  @Nightly
  @Test
  void each_header_of_a_line_reaches_the_worker() throws JMSException {
    registrant.ask(
        """
        {"delay":"PT0S","type":"check","correlationId":"order 4711","replyTo":"test.caller","timeToLive":%d,\
        "deliveryMode":"NON_PERSISTENT","locale":"de-AT","traceparent":"%s","tracestate":"a=b"}"""
            .formatted(TIME_TO_LIVE.toMillis(), TRACEPARENT),
        Map.of("scheduler_op", "scheduleAll"));

    check(worker.receiveMessage());
  }

  @Test
  void each_header_of_a_request_reaches_the_worker() throws JMSException {
    JobRequest request =
        JobRequest.on("test.registration")
            .delay(Duration.ZERO)
            .type("check")
            .correlationId("order 4711")
            .replyTo("test.caller")
            .timeToLive(TIME_TO_LIVE)
            .nonPersistent()
            .locale(new Locale("de", "AT"))
            .traceparent(TRACEPARENT)
            .tracestate("a=b")
            .build();

    registrant.ask(request.text(), request.properties());

    check(worker.receiveMessage());
  }

  private void check(Message message) throws JMSException {
    Instant expiration = Instant.ofEpochMilli(message.getJMSExpiration());
    assertThat(message.getJMSType()).isEqualTo("check");
    assertThat(message.getJMSCorrelationID()).isEqualTo("order 4711");
    assertThat(((Queue) message.getJMSReplyTo()).getQueueName()).isEqualTo("test.caller");
    assertThat(expiration)
        .isCloseTo(stack.now().plus(TIME_TO_LIVE), within(10, ChronoUnit.MINUTES));
    assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
    JobDelivery job = JobDelivery.of(message);
    assertThat(job.type()).isEqualTo("check");
    assertThat(job.correlationId()).isEqualTo("order 4711");
    assertThat(job.replyTo()).isEqualTo("test.caller");
    assertThat(job.expiresAt()).isEqualTo(expiration);
    assertThat(job.locale()).isEqualTo(new Locale("de", "AT"));
    assertThat(job.registeredBy()).isEqualTo(stack.broker().user());
    assertThat(job.traceparent()).isEqualTo(TRACEPARENT);
    assertThat(job.tracestate()).isEqualTo("a=b");
  }

  /** It is sent with the same settings of the same session, unless they are set back. */
  @Nightly
  @Test
  void the_marker_of_the_transaction_has_none_of_them() throws JMSException {
    registrant.ask(
        "x",
        Map.of(
            "scheduler_delay", "PT0S",
            "scheduler_timeToLive", TIME_TO_LIVE.toMillis(),
            "scheduler_deliveryMode", "NON_PERSISTENT"));
    worker.receive();

    try (JMSContext context = stack.connectionFactory().createContext();
        QueueBrowser browser = context.createBrowser(context.createQueue("scheduler.marker"))) {
      for (Object each : Collections.list(browser.getEnumeration())) {
        Message marker = (Message) each;
        assertThat(marker.getJMSExpiration()).isZero();
        assertThat(marker.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
      }
    }
  }

  @Test
  void without_them_a_message_is_persistent_and_does_not_expire() throws JMSException {
    registrant.ask("x", Map.of("scheduler_delay", "PT0S"));

    Message message = worker.receiveMessage();
    assertThat(message.getJMSType()).isNull();
    assertThat(message.getJMSCorrelationID()).isNull();
    assertThat(message.getJMSReplyTo()).isNull();
    assertThat(message.getJMSExpiration()).isZero();
    assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
  }

  @Test
  void an_answer_goes_only_to_a_queue_of_the_allow_list() {
    Receipt receipt =
        registrant.ask(
            "x", Map.of("scheduler_delay", "PT0S", "scheduler_replyTo", "scheduler.jobs"));

    assertThat(receipt.status()).isEqualTo("rejected");
    assertThat(receipt.property("scheduler_reason"))
        .isEqualTo(
            "scheduler_replyTo is 'scheduler.jobs', which is not on the allow-list: correct the name, or add it to scheduler.worker_queue");
    assertThat(receipt.property("scheduler_code")).isEqualTo("SCHED-0154");
  }

  @Nightly
  @Test
  void a_job_that_has_outlived_its_time_is_kept_and_comes_back_with_its_headers() {
    worker.close();
    registrant.ask(
        "x",
        Map.of("scheduler_delay", "PT0S", "scheduler_timeToLive", 1, "scheduler_type", "check"));
    await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                stack
                    .value("SELECT code || ' ' || queue FROM scheduler.quarantine")
                    .equals("SCHED-0221 test.registration"));

    stack.execute(
        "UPDATE scheduler.quarantine SET properties = (properties::jsonb - 'scheduler_timeToLive')::text");
    stack.value("SELECT scheduler.resubmit(id) FROM scheduler.quarantine");

    worker = new Worker(stack.connectionFactory(), "test.registration");
    assertThat(worker.receive().type()).isEqualTo("check");
  }
}
