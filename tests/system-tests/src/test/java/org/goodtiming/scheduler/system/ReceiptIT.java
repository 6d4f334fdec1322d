package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.qpid.protonj2.client.Message;
import org.apache.qpid.protonj2.client.Receiver;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.apache.qpid.protonj2.types.Binary;
import org.apache.qpid.protonj2.types.UnsignedLong;
import org.goodtiming.scheduler.dev.BrokerUser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Receipts reach clients of every protocol, say which request they answer, and go nowhere else. */
@AnyServer
class ReceiptIT {

  private static final int PATIENCE_MILLIS = 30_000;

  /** In a STOMP header. */
  private static final String COLON = "\\c";

  private static final Map<String, String> JOB =
      Map.of(
          "scheduler_queue", "test.registration",
          "scheduler_jobId", "4711",
          "scheduler_dueAt", "2100-01-01T000000Z");

  private final SystemStack stack = SystemStack.shared();
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"receipts.test.stomp", "queue://receipts.test.stomp"})
  void a_stomp_client_gets_its_receipt(String replyTo) throws JMSException {
    try (StompRegistrant stomp = new StompRegistrant(stack.broker(), BrokerUser.REGISTRAR);
        JMSContext context = registrar().createContext();
        JMSConsumer receipts = context.createConsumer(context.createQueue("receipts.test.stomp"))) {
      Map<String, String> headers = new HashMap<>(JOB);
      headers.put("reply-to", replyTo.replace(":", COLON));
      headers.put("correlation-id", "request 7");
      stomp.send(headers, "".getBytes(UTF_8), false);
      jakarta.jms.Message receipt = receipts.receive(PATIENCE_MILLIS);
      assertThat(receipt).isNotNull();
      assertThat(receipt.getStringProperty("scheduler_status")).isEqualTo("accepted");
      assertThat(receipt.getJMSCorrelationID()).isEqualTo("request 7");
    }
  }

  @Test
  void a_core_client_finds_its_binary_correlation_id() throws JMSException {
    byte[] correlationId = {0, 1, (byte) 0xff};
    try (JMSContext context = registrar().createContext()) {
      Queue replies = context.createTemporaryQueue();
      JMSConsumer receipts = context.createConsumer(replies);
      context
          .createProducer()
          .setJMSReplyTo(replies)
          .setJMSCorrelationIDAsBytes(correlationId)
          .setProperty("scheduler_queue", "test.registration")
          .setProperty("scheduler_delay", "PT1H")
          .send(context.createQueue("scheduler.jobs"), "");
      assertThat(receipts.receive(PATIENCE_MILLIS).getJMSCorrelationIDAsBytes())
          .isEqualTo(correlationId);
    }
  }

  static Stream<Object> ids() {
    return Stream.of(
        "4711",
        "ID:4711",
        "ID:AMQP_BINARY:00",
        UUID.fromString("0b6ea26c-6a1f-4a3c-9d52-3ff2f6d8a7f1"),
        UnsignedLong.valueOf(-1),
        new Binary(new byte[] {0, 1, (byte) 0xff}));
  }

  @Nightly
  @ParameterizedTest
  @MethodSource("ids")
  void an_amqp_client_finds_its_message_id(Object id) throws ClientException {
    Message<String> request = Message.create("");
    assertThat(correlationOfReceipt(request.messageId(id))).isEqualTo(id);
  }

  @Nightly
  @ParameterizedTest
  @MethodSource("ids")
  void an_amqp_client_finds_its_correlation_id(Object id) throws ClientException {
    Message<String> request = Message.create("");
    assertThat(correlationOfReceipt(request.messageId("other").correlationId(id))).isEqualTo(id);
  }

  @Test
  void an_amqp_client_gets_its_receipt_on_a_named_queue() throws ClientException {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), BrokerUser.REGISTRAR)) {
      Receiver receipts = amqp.receiveFrom("receipts.test.amqp");
      Message<String> request = Message.create("");
      amqp.send(withJob(request.replyTo("receipts.test.amqp")));
      assertThat(receive(receipts).property("scheduler_status")).isEqualTo("accepted");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order-check",
        "queue://order-check",
        "temp-queue://order-check",
        "topic://order-check",
        "scheduler.jobs",
        "scheduler.marker",
        "receipts.test.forged::order-check",
        "activemq.management"
      })
  void no_receipt_goes_to_another_address(String replyTo) {
    List<String> addresses = List.of("order-check", "scheduler.jobs", "scheduler.marker");
    List<Long> before = addresses.stream().map(broker::messagesAddedTo).toList();
    try (StompRegistrant stomp = new StompRegistrant(stack.broker(), BrokerUser.REGISTRAR)) {
      Map<String, String> headers = new HashMap<>(JOB);
      headers.put("reply-to", replyTo.replace(":", COLON));
      stomp.send(headers, "".getBytes(UTF_8), false);
      await()
          .untilAsserted(
              () ->
                  assertThat(stack.values("SELECT code FROM scheduler.quarantine"))
                      .containsExactly("SCHED-0153"));
    }
    assertThat(stack.integer("SELECT count(*) FROM scheduler.job")).isZero();
    List<Long> after = addresses.stream().map(broker::messagesAddedTo).toList();
    assertThat(after.get(0)).isEqualTo(before.get(0));
    assertThat(after.get(1)).as("the registration itself").isEqualTo(before.get(1) + 1);
  }

  private Object correlationOfReceipt(Message<String> request) throws ClientException {
    try (AmqpRegistrant amqp = new AmqpRegistrant(stack.broker(), BrokerUser.REGISTRAR)) {
      Receiver receipts = amqp.receiveFromTemporaryQueue();
      amqp.send(withJob(request.replyTo(receipts.address())));
      return receive(receipts).correlationId();
    }
  }

  private static Message<String> withJob(Message<String> request) throws ClientException {
    for (Map.Entry<String, String> property : JOB.entrySet()) {
      request.property(property.getKey(), property.getValue());
    }
    return request.durable(true);
  }

  private static Message<Object> receive(Receiver receipts) throws ClientException {
    var delivery = receipts.receive(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    assertThat(delivery).as("a receipt").isNotNull();
    return delivery.message();
  }

  private ConnectionFactory registrar() {
    return new ActiveMQConnectionFactory(
        stack.broker().url(),
        BrokerUser.REGISTRAR.user(),
        stack.broker().password(BrokerUser.REGISTRAR));
  }
}
