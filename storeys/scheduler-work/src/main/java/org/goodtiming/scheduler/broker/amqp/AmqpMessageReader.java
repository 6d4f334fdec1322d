package org.goodtiming.scheduler.broker.amqp;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.message.ReceivedMessage;

/** Reads AMQP messages that the broker has converted to JMS. */
public record AmqpMessageReader(CheckedMessages probed, MessageReader reader) {

  /**
   * @throws JMSException if it cannot be read now
   */
  public ReceivedMessage read(Message message) throws JMSException {
    long originalId = message.getLongProperty(ManagementMessage.ORIGINAL_ID);
    return new AmqpConversion(probed.deliverable(originalId), reader.read(message)).checked();
  }
}
