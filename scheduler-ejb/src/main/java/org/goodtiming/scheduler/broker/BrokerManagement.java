package org.goodtiming.scheduler.broker;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Artemis' management address, over plain JMS. Outside any transaction: within one, the request
 * would be sent only at the commit.
 *
 * <p>Questions share a session, which is kept from one to the next: to create a temporary queue for
 * each costs the broker more than the answer. A question whose session has ended is asked again by
 * a new one, because an outage ends it, and so may the container, with the bean that has opened it.
 * A change has a session of its own, and is never sent twice.
 */
public final class BrokerManagement implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(BrokerManagement.class.getName());

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ConnectionFactory connectionFactory;
  private final AtomicReference<@Nullable ManagementChannel> idle = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * @param connectionFactory of a user with permission for the requested operations
   */
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
   * Asks for an operation that only reads.
   *
   * @param parameters a JSON array
   * @return a JSON array with one value
   * @throws BrokerException if the broker does not answer, or refuses
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

  /**
   * Has the broker change something.
   *
   * @param parameters a JSON array
   * @return a JSON array with one value
   * @throws BrokerException if the broker does not answer, and may have made the change; or refuses
   */
  public String change(String resource, String operation, String parameters) {
    return askByNewSession(Question.operation(resource, operation, parameters)).answer();
  }

  private Exchange ask(Question question) {
    ManagementChannel kept = idle.getAndSet(null);
    if (kept != null) {
      try {
        return askBy(kept, question);
      } catch (JMSException e) {
        LOG.log(Level.DEBUG, "asking by another connection to the broker", e);
      }
    }
    return askByNewSession(question);
  }

  private Exchange askByNewSession(Question question) {
    try {
      return askBy(ManagementChannel.open(connectionFactory), question);
    } catch (JMSException e) {
      throw new BrokerException("answer " + question, e);
    }
  }

  /** Keeps the channel unless it failed: an answer that comes too late must not be the next. */
  private Exchange askBy(ManagementChannel channel, Question question) throws JMSException {
    Message reply = null;
    try {
      String questionId = channel.send(question);
      reply = channel.receive(PATIENCE);
      return new Exchange(questionId, answer(reply, question));
    } finally {
      if (reply == null || !idle.compareAndSet(null, channel)) {
        close(channel);
      } else if (closed) {
        closeIdle();
      }
    }
  }

  private static void close(ManagementChannel channel) {
    try {
      channel.close();
    } catch (JMSException e) {
      LOG.log(Level.DEBUG, "a connection to the broker has failed before its end", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    closeIdle();
  }

  private void closeIdle() {
    ManagementChannel channel = idle.getAndSet(null);
    if (channel != null) {
      close(channel);
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
