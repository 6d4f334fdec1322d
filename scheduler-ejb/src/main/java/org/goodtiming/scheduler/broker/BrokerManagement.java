package org.goodtiming.scheduler.broker;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Artemis' management address, asked with plain JMS. Outside of any transaction: in one, the
 * question would not be sent before the commit.
 *
 * @param connectionFactory of a user who may manage what is asked for
 */
public record BrokerManagement(ConnectionFactory connectionFactory) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * @param parameters a JSON array
   * @return a JSON array with one value
   * @throws BrokerException if the broker does not answer, or refuses
   */
  public String invoke(String resource, String operation, String parameters) {
    return ask(resource, "_AMQ_OperationName", operation, parameters);
  }

  /** The same for the value of an attribute. */
  public String attribute(String resource, String attribute) {
    return ask(resource, "_AMQ_Attribute", attribute, "[]");
  }

  private String ask(String resource, String kind, String name, String parameters) {
    try (JMSContext context = connectionFactory.createContext()) {
      TextMessage question = context.createTextMessage(parameters);
      question.setStringProperty("_AMQ_ResourceName", resource);
      question.setStringProperty(kind, name);
      TemporaryQueue answers = context.createTemporaryQueue();
      try (JMSConsumer consumer = context.createConsumer(answers)) {
        context
            .createProducer()
            .setJMSReplyTo(answers)
            .send(context.createQueue("activemq.management"), question);
        return answer(consumer.receive(PATIENCE.toMillis()), name + " of " + resource);
      } finally {
        answers.delete();
      }
    } catch (JMSException e) {
      throw new BrokerException("answer " + name + " of " + resource, e);
    }
  }

  private static String answer(@Nullable Message message, String asked) throws JMSException {
    if (!(message instanceof TextMessage text)) {
      throw new BrokerException("answer " + asked, "nothing came within " + PATIENCE);
    }
    if (!text.getBooleanProperty("_AMQ_OperationSucceeded")) {
      throw new RefusedByBrokerException("carry out " + asked, text.getText());
    }
    return text.getText();
  }
}
