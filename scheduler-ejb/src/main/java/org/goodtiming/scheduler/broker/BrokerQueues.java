package org.goodtiming.scheduler.broker;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.ServerResources;

/**
 * Looks into queues through Artemis' management address, outside of any transaction: in one, the
 * question would not be sent before the commit.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class BrokerQueues {

  private static final Logger LOG = System.getLogger(BrokerQueues.class.getName());

  /** Where messages lie that nothing can decode. */
  static final String PARKING = "scheduler.unreadable";

  private static final long PATIENCE_MILLIS = 10_000;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  public boolean isEmpty(BrokerQueue queue) {
    return ask(queue, "_AMQ_Attribute", "messageCount", "").number() == 0;
  }

  public List<ShownMessage> first(BrokerQueue queue, int atMost) {
    try {
      return page(queue, 1, atMost);
    } catch (IllegalStateException e) {
      return oneByOne(queue, atMost);
    }
  }

  /** One malformed message fails the whole page. */
  private List<ShownMessage> oneByOne(BrokerQueue queue, int atMost) {
    List<ShownMessage> shown = new ArrayList<>();
    for (int place = 1; place <= atMost; place++) {
      try {
        List<ShownMessage> one = page(queue, place, 1);
        if (one.isEmpty()) {
          return shown;
        }
        shown.addAll(one);
      } catch (IllegalStateException e) {
        LOG.log(Level.DEBUG, "message {0} of queue {1} cannot be shown", place, queue);
      }
    }
    return shown;
  }

  public boolean isFirstUnreadable(BrokerQueue queue) {
    try {
      page(queue, 1, 1);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  public void parkFirst(BrokerQueue queue) {
    ask(
        queue,
        "_AMQ_OperationName",
        "moveMessages",
        "[1, null, \"%s\", false, 1]".formatted(PARKING));
  }

  private List<ShownMessage> page(BrokerQueue queue, int page, int size) {
    return ask(queue, "_AMQ_OperationName", "browse", "[%d,%d]".formatted(page, size)).messages();
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
