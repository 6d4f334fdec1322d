package org.goodtiming.scheduler.message;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQBytesMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.junit.jupiter.api.Test;

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

  private static BytesMessage message(int length) throws Exception {
    ClientMessage core =
        new ClientMessageImpl(ActiveMQBytesMessage.TYPE, true, 0, 0, (byte) 4, length + 100);
    core.getBodyBuffer().writeBytes(body(length));
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
