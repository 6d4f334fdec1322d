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
 * would be sent only at the commit. Keeps one session from a question to the next: to create a
 * temporary queue for each costs the broker more than the answer.
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

  private interface Question {

    /** Returns the JMSMessageID. */
    String sendBy(ManagementChannel channel) throws JMSException;
  }

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

  private Exchange ask(String resource, String kind, String name, String parameters) {
    Question question = channel -> channel.send(resource, kind, name, parameters);
    try {
      ManagementChannel channel = idle.getAndSet(null);
      String questionId = channel == null ? null : sendByKept(channel, question);
      if (channel == null || questionId == null) {
        channel = ManagementChannel.open(connectionFactory);
        questionId = send(channel, question);
      }
      return new Exchange(questionId, answer(reply(channel), name + " of " + resource));
    } catch (JMSException e) {
      throw new BrokerException("answer " + name + " of " + resource, e);
    }
  }

  /** Null if the connection has ended since the last question, which an outage does. */
  private static @Nullable String sendByKept(ManagementChannel channel, Question question) {
    try {
      return send(channel, question);
    } catch (JMSException e) {
      LOG.log(Level.DEBUG, "asking by another connection to the broker", e);
      return null;
    }
  }

  private static String send(ManagementChannel channel, Question question) throws JMSException {
    try {
      return question.sendBy(channel);
    } catch (JMSException | RuntimeException e) {
      close(channel);
      throw e;
    }
  }

  /**
   * Keeps the channel if it is of further use: an answer that comes too late must not be the next.
   * The text of the answer is complete when it is received.
   */
  private @Nullable Message reply(ManagementChannel channel) throws JMSException {
    Message reply = null;
    try {
      reply = channel.receive(PATIENCE);
      return reply;
    } finally {
      if (reply == null || closed || !idle.compareAndSet(null, channel)) {
        close(channel);
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
    ManagementChannel channel = idle.getAndSet(null);
    if (channel != null) {
      close(channel);
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
