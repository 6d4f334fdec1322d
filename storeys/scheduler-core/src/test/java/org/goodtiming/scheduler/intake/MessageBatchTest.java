package org.goodtiming.scheduler.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.goodtiming.scheduler.contract.Registration;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.junit.jupiter.api.Test;

class MessageBatchTest {

  private static final BatchRules RULES = BatchRules.of(1_000, 1_000_000);

  private int deliveryCount = 2;

  @Test
  void redelivered_messages_are_stored_together() {
    assertThat(messagesWith(1_000)).isEqualTo(1_000);
  }

  @Test
  void after_failures_fewer_are_down_to_one() {
    assertThat(messagesWith(250)).isEqualTo(250);
    assertThat(messagesWith(1)).isEqualTo(1);
  }

  @Test
  void messages_that_are_new_are_not_limited_by_failures_of_others() {
    deliveryCount = 1;
    assertThat(messagesWith(1)).isEqualTo(1_000);
  }

  private int messagesWith(int maxWithRedelivered) {
    MessageBatch batch =
        new MessageBatch(RULES, maxWithRedelivered, new MessageReader(1_000)::read);
    while (batch.takesMore()) {
      batch.add(received());
    }
    return batch.contents().size();
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
}
