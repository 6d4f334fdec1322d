package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQBytesMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.goodtiming.scheduler.message.MessageReader;
import org.junit.jupiter.api.Test;

class ReportBatchTest {

  @Test
  void redelivered_reports_are_stored_together() throws Exception {
    assertThat(messagesIn(100, 2)).isEqualTo(100);
  }

  @Test
  void after_failures_fewer_are_down_to_one() throws Exception {
    assertThat(messagesIn(1, 2)).isEqualTo(1);
  }

  @Test
  void reports_that_are_new_are_not_limited_by_failures_of_others() throws Exception {
    assertThat(messagesIn(1, 1)).isEqualTo(ReportBatch.MAX_MESSAGES);
  }

  private static int messagesIn(int maxWithRedelivered, int deliveryCount) throws Exception {
    ReportBatch batch = new ReportBatch(new MessageReader(1_000)::read, maxWithRedelivered);
    while (batch.takesMore()) {
      batch.add(message(deliveryCount));
    }
    return batch.messages().size();
  }

  private static ActiveMQMessage message(int deliveryCount) throws Exception {
    ClientMessage core =
        new ClientMessageImpl(ActiveMQBytesMessage.TYPE, true, 0, 0, (byte) 4, 100);
    core.getBodyBuffer().writeBytes(new byte[] {1});
    ((ClientMessageImpl) core).setDeliveryCount(deliveryCount);
    ActiveMQMessage message = ActiveMQMessage.createMessage(core, null, null);
    message.doBeforeReceive();
    return message;
  }
}
