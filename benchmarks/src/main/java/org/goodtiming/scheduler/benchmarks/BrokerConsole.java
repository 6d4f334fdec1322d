package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Tells the broker what to do with a queue, over its management address. */
record BrokerConsole(ConnectionFactory connectionFactory) {

  private static final long PATIENCE_MILLIS = 60_000;

  /** By asking for it: the broker lets the administrator, and nobody else, create queues so. */
  void create(String queue) {
    try (JMSContext context = connectionFactory.createContext()) {
      context.createConsumer(context.createQueue(queue)).close();
    }
  }

  void pause(String queue) throws Exception {
    invoke(queue, "pause");
  }

  void resume(String queue) throws Exception {
    invoke(queue, "resume");
  }

  void purge(String queue) throws Exception {
    invoke(queue, "removeAllMessages");
  }

  private void invoke(String queue, String operation) throws Exception {
    try (JMSContext context = connectionFactory.createContext()) {
      var replies = context.createTemporaryQueue();
      var message = context.createMessage();
      JMSManagementHelper.putOperationInvocation(message, "queue." + queue, operation);
      try (var consumer = context.createConsumer(replies)) {
        var management = context.createQueue("activemq.management");
        context.createProducer().setJMSReplyTo(replies).send(management, message);
        var reply = consumer.receive(PATIENCE_MILLIS);
        if (reply == null || !JMSManagementHelper.hasOperationSucceeded(reply)) {
          throw new IllegalStateException("the broker did not %s %s".formatted(operation, queue));
        }
      }
    }
  }
}
