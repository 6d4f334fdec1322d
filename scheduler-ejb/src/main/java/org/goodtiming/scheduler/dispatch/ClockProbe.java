package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.job.DueJobs;
import org.jspecify.annotations.Nullable;

/** Compares the broker's clock with the database's, outside of any transaction. */
@Singleton
public class ClockProbe {

  private static final Logger LOG = System.getLogger(ClockProbe.class.getName());

  private static final int READINGS = 8;
  private static final long PATIENCE_MILLIS = 1_000;

  /** When a message came in, by the broker's clock, cut to milliseconds. */
  private static final String INGRESS_TIME = "_AMQ_INGRESS_TIMESTAMP";

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private DueJobs jobs;

  private boolean known = true;

  /** Has nothing handed over ahead where the clocks cannot be compared. */
  void measure(Ahead ahead) {
    try {
      ahead.measured(ClockReading.lead(broker(), database()));
      if (!known) {
        LOG.log(
            Level.INFO,
            "SCHED-0209 the broker''s clock is known again: jobs are handed over ahead");
      }
      known = true;
    } catch (RuntimeException e) {
      ahead.unknown();
      if (known) {
        LOG.log(
            Level.WARNING,
            "SCHED-0208 the broker''s clock is not known, so jobs are handed over when they are due and"
                + " not ahead (scheduler.dispatch.ahead); this is tried again with every tick: {0}",
            Failures.text(e));
      }
      known = false;
    }
  }

  private List<ClockReading> database() {
    List<ClockReading> readings = new ArrayList<>(READINGS);
    for (int i = 0; i < READINGS; i++) {
      long asked = System.nanoTime();
      Instant now = jobs.now();
      readings.add(new ClockReading(asked, System.nanoTime(), now, now));
    }
    return readings;
  }

  private List<ClockReading> broker() {
    List<ClockReading> readings = new ArrayList<>(READINGS);
    try (JMSContext context = connectionFactory.createContext()) {
      TemporaryQueue queue = context.createTemporaryQueue();
      try (JMSConsumer consumer = context.createConsumer(queue)) {
        JMSProducer producer =
            context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        for (int i = 0; i < READINGS; i++) {
          long asked = System.nanoTime();
          producer.send(queue, context.createMessage());
          Instant ingress = ingress(consumer.receive(PATIENCE_MILLIS));
          readings.add(new ClockReading(asked, System.nanoTime(), ingress, ingress.plusMillis(1)));
        }
      } finally {
        queue.delete();
      }
    } catch (JMSException e) {
      throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
    }
    return readings;
  }

  private static Instant ingress(@Nullable Message message) throws JMSException {
    if (message == null || !message.propertyExists(INGRESS_TIME)) {
      throw new JMSException(
          message == null
              ? "no answer within " + PATIENCE_MILLIS + " ms"
              : "its messages bear no ingress time: set enable-ingress-timestamp for temporary.#");
    }
    return Instant.ofEpochMilli(message.getLongProperty(INGRESS_TIME));
  }
}
