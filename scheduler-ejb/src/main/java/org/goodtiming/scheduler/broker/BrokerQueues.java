package org.goodtiming.scheduler.broker;

import jakarta.annotation.Resource;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.List;
import org.goodtiming.scheduler.api.WireContract;

/**
 * Looks into queues through Artemis' management address, outside of any transaction: in one, the
 * question would not be sent before the commit.
 */
@Singleton
public class BrokerQueues {

  private static final long PATIENCE_MILLIS = 10_000;

  @Resource(lookup = WireContract.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  public boolean isEmpty(BrokerQueue queue) {
    return ask(queue, "_AMQ_Attribute", "messageCount", "").number() == 0;
  }

  public List<ShownMessage> first(BrokerQueue queue, int atMost) {
    return ask(queue, "_AMQ_OperationName", "browse", "[1,%d]".formatted(atMost)).messages();
  }

  /** Does nothing if it is not there any more. */
  public void remove(BrokerQueue queue, long messageId) {
    ask(queue, "_AMQ_OperationName", "removeMessage", "[%d]".formatted(messageId));
  }

  private BrokerAnswer ask(BrokerQueue queue, String what, String name, String parameters) {
    try (JMSContext context = connectionFactory.createContext()) {
      TextMessage question = context.createTextMessage(parameters);
      question.setStringProperty("_AMQ_ResourceName", "queue." + queue.name());
      question.setStringProperty(what, name);
      TemporaryQueue answers = context.createTemporaryQueue();
      try (JMSConsumer consumer = context.createConsumer(answers)) {
        context
            .createProducer()
            .setJMSReplyTo(answers)
            .send(context.createQueue("activemq.management"), question);
        return answer(consumer.receive(PATIENCE_MILLIS), queue, name);
      } finally {
        answers.delete();
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
  }

  private static BrokerAnswer answer(Message message, BrokerQueue queue, String name)
      throws JMSException {
    if (message instanceof TextMessage text && text.getBooleanProperty("_AMQ_OperationSucceeded")) {
      return new BrokerAnswer(text.getText());
    }
    throw new IllegalStateException(
        "the broker's management refused %s of queue %s: %s"
            .formatted(
                name, queue, message instanceof TextMessage text ? text.getText() : "no answer"));
  }
}
