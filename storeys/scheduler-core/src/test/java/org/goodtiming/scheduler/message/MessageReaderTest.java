package org.goodtiming.scheduler.message;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import java.time.Instant;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQBytesMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages as the client of the broker presents them. */
class MessageReaderTest {

  private static final int MAX = 1_000;

  private final MessageReader reader = new MessageReader(MAX);

  @Test
  void of_a_body_beyond_the_limit_only_the_beginning_is_read() throws Exception {
    ReceivedMessage read = reader.read(message(5_000));
    assertThat(read.body()).hasSize(MAX + 1).startsWith(body(MAX + 1));
    assertThat(read.bodyLength()).isEqualTo(5_000);
    assertThat(read.isCut()).isTrue();
    assertThat(read.withProperties(read.properties()).withoutSendTime().isCut()).isTrue();
  }

  @Test
  void a_body_up_to_the_limit_is_read_whole() throws Exception {
    for (int length : new int[] {0, 1, MAX}) {
      ReceivedMessage read = reader.read(message(length));
      assertThat(read.body()).isEqualTo(body(length));
      assertThat(read.bodyLength()).isEqualTo(length);
      assertThat(read.isCut()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, _AMQ_INGRESS_TIMESTAMP, 2000, 1970-01-01T00:00:01Z, the sender has set it",
    "0, _AMQ_INGRESS_TIMESTAMP, 2000, 1970-01-01T00:00:02Z, the broker has noted the arrival",
    "0, JMS_AMQP_MA_x-opt-ingress-time, 2000, 1970-01-01T00:00:02Z, and that of AMQP",
    "0, _AMQ_INGRESS_TIMESTAMP, , , nobody has",
    "0, JMS_AMQP_MA_x-opt-ingress-time, soon, , nobody has either"
  })
  void a_message_was_sent_when_it_was_dated_or_else_when_it_came_to_the_broker(
      long timestamp, String name, @Nullable String arrival, @Nullable Instant sentAt, String why)
      throws Exception {
    ClientMessage core = core(0);
    core.setTimestamp(timestamp);
    if (arrival != null) {
      core.putObjectProperty(name, arrival.equals("soon") ? arrival : Long.valueOf(arrival));
    }
    assertThat(reader.read(received(core)).origin().sentAt()).as(why).isEqualTo(sentAt);
  }

  private static BytesMessage message(int length) throws Exception {
    return received(core(length));
  }

  private static ClientMessage core(int length) {
    ClientMessage core =
        new ClientMessageImpl(ActiveMQBytesMessage.TYPE, true, 0, 0, (byte) 4, length + 100);
    core.getBodyBuffer().writeBytes(body(length));
    return core;
  }

  private static BytesMessage received(ClientMessage core) throws Exception {
    ActiveMQMessage message = ActiveMQMessage.createMessage(core, null, null);
    message.doBeforeReceive();
    return (BytesMessage) message;
  }

  private static byte[] body(int length) {
    byte[] body = new byte[length];
    for (int i = 0; i < length; i++) {
      body[i] = (byte) (i % 251);
    }
    return body;
  }
}
