package org.goodtiming.scheduler.registration;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.junit.jupiter.api.Test;

class RegistrationBatchTest {

  private int deliveryCount = 2;

  @Test
  void redelivered_messages_are_stored_together() throws Exception {
    assertThat(messagesIn(batch(1_000))).isEqualTo(1_000);
  }

  @Test
  void after_failures_fewer_are_down_to_one() throws Exception {
    assertThat(messagesIn(batch(250))).isEqualTo(250);
    assertThat(messagesIn(batch(1))).isEqualTo(1);
  }

  @Test
  void messages_that_are_new_are_not_limited_by_failures_of_others() throws Exception {
    deliveryCount = 1;
    assertThat(messagesIn(batch(1))).isEqualTo(1_000);
  }

  private RegistrationBatch batch(int maxWithRedelivered) {
    return new RegistrationBatch(1_000, maxWithRedelivered, message -> received());
  }

  private ReceivedMessage received() {
    ReceivedMessage message = Registration.good().message();
    Origin origin = message.origin();
    return new ReceivedMessage(
        message.kind(),
        message.properties(),
        message.body(),
        new Origin(origin.messageId(), origin.sentAt(), true, deliveryCount, origin.sender()));
  }

  private static int messagesIn(RegistrationBatch batch) throws JMSException {
    while (batch.takesMore()) {
      batch.add(null);
    }
    return batch.messages().size();
  }
}
