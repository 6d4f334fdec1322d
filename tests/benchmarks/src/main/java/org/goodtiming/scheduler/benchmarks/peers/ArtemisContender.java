package org.goodtiming.scheduler.benchmarks.peers;

import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.util.List;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.goodtiming.scheduler.benchmarks.BatchConsumer;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;
import org.goodtiming.scheduler.benchmarks.Job;

/** Artemis alone: with its own delayed delivery, or, as the broker's limit, without any delay. */
final class ArtemisContender implements Contender {
  private static final String DELIVERY_TIME = Message.HDR_SCHEDULED_DELIVERY_TIME.toString();

  private final String queue;

  // Kept, as applications do: of each new one the client asks the broker whether it exists
  private final Queue destination;

  private final boolean delayed;
  private final Sessions sessions;
  private final BatchConsumer consumer;
  private final BrokerConsole broker;
  private int waiting;

  ArtemisContender(Access access, String queue, boolean delayed) throws Exception {
    this.queue = queue;
    destination = ActiveMQJMSClient.createQueue(queue);
    this.delayed = delayed;
    var connectionFactory = access.connectionFactory();
    sessions = new Sessions(connectionFactory);
    consumer = new BatchConsumer(connectionFactory, queue);
    broker = new BrokerConsole(connectionFactory);
    broker.create(queue);
    broker.keepInMemory(queue);
  }

  @Override
  public String settings() {
    return delayed
        ? "scheduled delivery, no XA; durable sends, %,d per transaction in bulk and when receiving; no limit on the address"
            .formatted(BatchConsumer.BATCH)
        : "durable sends without a delay; %,d per transaction in bulk and when receiving"
            .formatted(BatchConsumer.BATCH);
  }

  @Override
  public void register(Job job) {
    send(sessions.single(), job);
  }

  @Override
  public void registerAll(List<Job> jobs) {
    sessions.inTransaction(context -> jobs.forEach(job -> send(context, job)));
  }

  @Override
  public void start(Purpose purpose, Consumer<String> handler) {
    consumer.start(handler);
  }

  @Override
  public void stop() throws Exception {
    consumer.stop();
  }

  @Override
  public void addWaiting(int jobs) {
    waiting += jobs;
    for (int sent = 0; sent < jobs; sent += BatchConsumer.BATCH) {
      registerAll(Job.allDue(Math.min(BatchConsumer.BATCH, jobs - sent), Waiting.DUE));
    }
  }

  // Waiting messages could not be told apart: with them, what is due must all have been received.
  @Override
  public void forgetDue() throws Exception {
    if (waiting == 0) {
      broker.purge(queue);
    }
  }

  @Override
  public void close() throws Exception {
    stop();
    broker.purge(queue);
    sessions.close();
  }

  // The moment itself: a JMS delivery delay is counted from the sender's now, in whole
  // milliseconds,
  // and so lets messages come up to one too early.
  private void send(JMSContext context, Job job) {
    var producer = context.createProducer();
    if (delayed) {
      producer.setProperty(DELIVERY_TIME, job.due().toEpochMilli());
    }
    producer.send(destination, job.payload());
  }
}
