package org.goodtiming.scheduler.testkit;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.goodtiming.scheduler.dispatch.DeliveredJob;
import org.goodtiming.scheduler.job.Body;
import org.goodtiming.scheduler.job.ClaimedJob;

/** The message to a worker as the broker would deliver it. */
final class JobMessage {

  private static final long EPOCH = 1;

  private JobMessage() {}

  /**
   * @param delivery from 1
   */
  static Message of(ClaimedJob job, int delivery) {
    try {
      ActiveMQMessage message = body(job.envelope().body());
      DeliveredJob delivered = new DeliveredJob(job, EPOCH);
      message.setProperties(delivered.properties());
      message.setJMSType(delivered.type());
      message.setJMSCorrelationID(delivered.correlationId());
      message.setJMSReplyTo(
          delivered.replyTo() == null ? null : new ActiveMQQueue(delivered.replyTo()));
      message.setJMSPriority(job.envelope().priority());
      message.setJMSMessageID("ID:" + job.fireId());
      message.setRedeliveryCounter(delivery - 1);
      message.onSend();
      return message;
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ActiveMQMessage body(Body body) throws JMSException {
    if (body.isText()) {
      ActiveMQTextMessage message = new ActiveMQTextMessage();
      message.setText(body.asText());
      return message;
    }
    ActiveMQBytesMessage message = new ActiveMQBytesMessage();
    message.writeBytes(body.bytes());
    return message;
  }
}
