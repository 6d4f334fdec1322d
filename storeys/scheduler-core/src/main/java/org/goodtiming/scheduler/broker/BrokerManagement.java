package org.goodtiming.scheduler.broker;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Artemis' management address, over plain JMS. Outside any transaction: within one, the request
 * would be sent only at the commit. Each request has a session of its own: the container closes one
 * that is kept, together with the bean that opened it, and its pool never gets it back
 * (docs/adr/0116).
 */
@Singleton
public final class BrokerManagement {

  private static final System.Logger LOG = System.getLogger(BrokerManagement.class.getName());

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ConnectionFactory connectionFactory;

  /**
   * @param connectionFactory of a user with permission for the requested operations
   */
  @Inject
  public BrokerManagement(ConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  /**
   * @param kind the property that names it
   */
  record Question(String resource, String kind, String name, String parameters) {

    static Question operation(String resource, String operation, String parameters) {
      return new Question(resource, "_AMQ_OperationName", operation, parameters);
    }

    @Override
    public String toString() {
      return name + " of " + resource;
    }
  }

  /**
   * A question and its answer.
   *
   * @param questionId the JMSMessageID
   */
  record Exchange(String questionId, String answer) {}

  /**
   * Has the broker carry out an operation.
   *
   * @param parameters a JSON array
   * @return a JSON array with one value
   * @throws BrokerException if the broker does not answer, and may have carried it out; or refuses
   */
  public String invoke(String resource, String operation, String parameters) {
    return exchange(resource, operation, parameters).answer();
  }

  /** Asks like {@link #invoke}, and returns the answer with the id of the question. */
  Exchange exchange(String resource, String operation, String parameters) {
    return ask(Question.operation(resource, operation, parameters));
  }

  /** Reads the value of an attribute. */
  public String attribute(String resource, String attribute) {
    return ask(new Question(resource, "_AMQ_Attribute", attribute, "[]")).answer();
  }

  private Exchange ask(Question question) {
    try {
      return askBy(ManagementChannel.open(connectionFactory), question);
    } catch (JMSException e) {
      throw new BrokerException("answer " + question, e);
    }
  }

  private static Exchange askBy(ManagementChannel channel, Question question) throws JMSException {
    try {
      String questionId = channel.send(question);
      return new Exchange(questionId, answer(channel.receive(PATIENCE), question));
    } finally {
      close(channel);
    }
  }

  /** The answer counts even if the connection fails afterwards. */
  private static void close(ManagementChannel channel) {
    try {
      channel.close();
    } catch (JMSException e) {
      LOG.log(Level.DEBUG, "a connection to the broker has failed before its end", e);
    }
  }

  private static String answer(@Nullable Message message, Question asked) throws JMSException {
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
