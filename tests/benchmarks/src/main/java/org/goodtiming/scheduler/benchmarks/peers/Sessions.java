package org.goodtiming.scheduler.benchmarks.peers;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** JMS sessions for each thread that sends, with connections of their own. */
final class Sessions implements AutoCloseable {
  private final ActiveMQConnectionFactory connectionFactory;
  private final Queue<JMSContext> all = new ConcurrentLinkedQueue<>();

  // A durable send returns when it is on the disk: as durable as a transaction, and a round trip
  // less.
  private final ThreadLocal<JMSContext> single =
      ThreadLocal.withInitial(() -> open(Session.AUTO_ACKNOWLEDGE));
  private final ThreadLocal<JMSContext> transacted =
      ThreadLocal.withInitial(() -> open(Session.SESSION_TRANSACTED));

  /** Closes the connection factory at its own end. */
  Sessions(ActiveMQConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  /** A context whose messages are durable as soon as they are sent. */
  JMSContext single() {
    return single.get();
  }

  /** Sends messages that become durable together. */
  void inTransaction(Consumer<JMSContext> sending) {
    var context = transacted.get();
    sending.accept(context);
    context.commit();
  }

  @Override
  public void close() {
    all.forEach(JMSContext::close);
    all.clear();
    connectionFactory.close();
  }

  private JMSContext open(int mode) {
    var context = connectionFactory.createContext(mode);
    all.add(context);
    return context;
  }
}
