package org.goodtiming.scheduler.benchmarks.peers;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Tells the broker what to do, over its management address. */
record Management(ConnectionFactory connectionFactory) {
  private static final long PATIENCE_MILLIS = 60_000;

  /** By asking for it: the broker lets the administrator, and nobody else, create queues so. */
  void create(String queue) {
    try (JMSContext context = connectionFactory.createContext()) {
      context.createConsumer(context.createQueue(queue)).close();
    }
  }

  void invoke(String resource, String operation, Object... parameters) throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      var replies = context.createTemporaryQueue();
      var message = context.createMessage();
      JMSManagementHelper.putOperationInvocation(message, resource, operation, parameters);
      try (var consumer = context.createConsumer(replies)) {
        var management = context.createQueue("activemq.management");
        context.createProducer().setJMSReplyTo(replies).send(management, message);
        var reply = consumer.receive(PATIENCE_MILLIS);
        if (reply == null || !JMSManagementHelper.hasOperationSucceeded(reply)) {
          throw new IllegalStateException(
              "the broker did not %s %s".formatted(operation, resource));
        }
      }
    }
  }
}
