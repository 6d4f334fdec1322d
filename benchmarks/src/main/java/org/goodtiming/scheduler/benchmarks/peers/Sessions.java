package org.goodtiming.scheduler.benchmarks.peers;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A JMS session for each thread that sends, with a connection of its own. */
final class Sessions implements AutoCloseable {
  private final Queue<JMSContext> all = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<JMSContext> mine;

  Sessions(ConnectionFactory connectionFactory, int mode) {
    mine =
        ThreadLocal.withInitial(
            () -> {
              var context = connectionFactory.createContext(mode);
              all.add(context);
              return context;
            });
  }

  JMSContext get() {
    return mine.get();
  }

  @Override
  public void close() {
    all.forEach(JMSContext::close);
    all.clear();
  }
}
