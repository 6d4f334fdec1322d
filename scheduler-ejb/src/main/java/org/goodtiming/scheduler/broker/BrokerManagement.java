package org.goodtiming.scheduler.broker;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Artemis' management address, over plain JMS. Outside any transaction: within one, the request
 * would be sent only at the commit.
 *
 * @param connectionFactory of a user with permission for the requested operations
 */
public record BrokerManagement(ConnectionFactory connectionFactory) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * @param parameters a JSON array
   * @return a JSON array with one value
   * @throws BrokerException if the broker does not answer, or refuses
   */
  public String invoke(String resource, String operation, String parameters) {
    return exchange(resource, operation, parameters).answer();
  }

  /** Asks, and returns the answer with the id of the question. */
  Exchange exchange(String resource, String operation, String parameters) {
    return ask(resource, "_AMQ_OperationName", operation, parameters);
  }

  /**
   * A question and its answer.
   *
   * @param questionId the JMSMessageID
   */
  record Exchange(String questionId, String answer) {}

  /** Reads the value of an attribute. */
  public String attribute(String resource, String attribute) {
    return ask(resource, "_AMQ_Attribute", attribute, "[]").answer();
  }

  // A JMSContext would return its session to the pool first, and delete its temporary queue while
  // the next thread uses the session (AMQ212051). A connection deletes the queue first.
  private Exchange ask(String resource, String kind, String name, String parameters) {
    try (Connection connection = connectionFactory.createConnection()) {
      Session session = connection.createSession();
      connection.start();
      TextMessage question = session.createTextMessage(parameters);
      question.setStringProperty("_AMQ_ResourceName", resource);
      question.setStringProperty(kind, name);
      TemporaryQueue replies = session.createTemporaryQueue();
      question.setJMSReplyTo(replies);
      try (MessageConsumer consumer = session.createConsumer(replies);
          MessageProducer producer =
              session.createProducer(session.createQueue("activemq.management"))) {
        producer.send(question);
        return new Exchange(
            question.getJMSMessageID(),
            answer(consumer.receive(PATIENCE.toMillis()), name + " of " + resource));
      }
    } catch (JMSException e) {
      throw new BrokerException("answer " + name + " of " + resource, e);
    }
  }

  private static String answer(@Nullable Message message, String asked) throws JMSException {
    if (!(message instanceof TextMessage text)) {
      throw new BrokerException("answer " + asked, "no reply within " + PATIENCE);
    }
    if (!text.getBooleanProperty("_AMQ_OperationSucceeded")) {
      throw new RefusedByBrokerException("carry out " + asked, text.getText());
    }
    // The answer to an attribute that is null has no text
    return text.getText() == null ? "[null]" : text.getText();
  }
}
