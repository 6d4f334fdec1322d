package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.time.Duration;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Tells the broker what to do with a queue, over its management address. */
public record BrokerConsole(ConnectionFactory connectionFactory) {

  private static final String BROKER = "broker";
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  /** Creates a queue by using it, which the broker allows only to the administrator. */
  public void create(String queue) {
    try (JMSContext context = connectionFactory.createContext()) {
      context.createConsumer(context.createQueue(queue)).close();
    }
  }

  /**
   * Keeps all messages of a queue in memory: what is paged to the disk is not looked at until there
   * is room again, however due it is.
   */
  public void keepInMemory(String queue) throws Exception {
    invoke(BROKER, "addAddressSettings", queue, "{\"maxSizeBytes\": -1, \"maxSizeMessages\": -1}");
  }

  void pause(String queue) throws Exception {
    invoke(resource(queue), "pause");
  }

  void resume(String queue) throws Exception {
    invoke(resource(queue), "resume");
  }

  /** Removes all messages of a queue. */
  public void purge(String queue) throws Exception {
    invoke(resource(queue), "removeAllMessages");
  }

  /** How many messages are on a queue, those that are being delivered included. */
  public long count(String queue) throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      return ((Number) invoke(context, resource(queue), "countMessages")).longValue();
    }
  }

  /** Waits until a queue is empty; delivered messages of open transactions count. */
  public void awaitEmpty(String queue) throws Exception {
    long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
    // One connection for all looks: the broker's work for them counts as that of the jobs
    try (JMSContext context = connectionFactory.createContext()) {
      while (((Number) invoke(context, resource(queue), "countMessages")).longValue() > 0) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("%s was not emptied by its workers".formatted(queue));
        }
        Thread.sleep(BETWEEN_LOOKS_MILLIS);
      }
    }
  }

  /** The number of its connections, including that of this request. */
  public int connections() throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      return ((Object[]) invoke(context, BROKER, "listConnectionIDs")).length;
    }
  }

  /** The broker's release. */
  public String version() throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      var question = context.createMessage();
      JMSManagementHelper.putAttribute(question, BROKER, "version");
      return (String) ask(context, question, "tell the version of " + BROKER);
    }
  }

  private static String resource(String queue) {
    return "queue." + queue;
  }

  private void invoke(String resource, String operation, Object... parameters) throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      invoke(context, resource, operation, parameters);
    }
  }

  private static Object invoke(
      JMSContext context, String resource, String operation, Object... parameters)
      throws Exception {
    var message = context.createMessage();
    JMSManagementHelper.putOperationInvocation(message, resource, operation, parameters);
    return ask(context, message, operation + " " + resource);
  }

  private static Object ask(JMSContext context, Message question, String what) throws Exception {
    var replies = context.createTemporaryQueue();
    try (var consumer = context.createConsumer(replies)) {
      var management = context.createQueue("activemq.management");
      context.createProducer().setJMSReplyTo(replies).send(management, question);
      var reply = consumer.receive(PATIENCE_MILLIS);
      if (reply == null || !JMSManagementHelper.hasOperationSucceeded(reply)) {
        throw new IllegalStateException("the broker did not " + what);
      }
      return JMSManagementHelper.getResult(reply);
    } finally {
      replies.delete();
    }
  }
}
