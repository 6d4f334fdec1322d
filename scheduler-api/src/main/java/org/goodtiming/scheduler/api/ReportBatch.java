package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports that are sent together, for a context costs more than many messages: to begin and to end
 * its part of the transaction takes a round trip to the broker each.
 */
final class ReportBatch {

  private static final Map<ConnectionFactory, KnownQueue> QUEUES =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Sends the batch from this size on, to limit the memory for large results. */
  private static final int ENOUGH_CHARACTERS = 1_000_000;

  private final ConnectionFactory connectionFactory;
  private final List<Report> reports = new ArrayList<>();
  private int characters;

  ReportBatch(ConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  private record Report(String title, String json, @Nullable String traceparent) {

    void send(JMSProducer producer, Queue queue) {
      producer.clearProperties();
      if (traceparent != null) {
        producer.setProperty(WireContract.TRACEPARENT, traceparent);
      }
      producer.send(queue, json);
    }
  }

  /**
   * Adds a report, and sends all if they have become large.
   *
   * @param title for the exception's text
   * @param traceparent of the run; null if it has none
   */
  void add(String title, String json, @Nullable String traceparent) {
    reports.add(new Report(title, json, traceparent));
    characters += json.length();
    if (characters > ENOUGH_CHARACTERS) {
      send();
    }
  }

  /**
   * Sends and forgets the reports, in the caller's transaction, or at once if there is none.
   *
   * @throws JobSchedulerException if they cannot be sent
   */
  void send() {
    if (reports.isEmpty()) {
      return;
    }
    try (JMSContext context = connectionFactory.createContext()) {
      Queue queue =
          QUEUES
              .computeIfAbsent(connectionFactory, any -> new KnownQueue(WireContract.REPORT_QUEUE))
              .in(context);
      JMSProducer producer = context.createProducer();
      reports.forEach(report -> report.send(producer, queue));
      reports.clear();
      characters = 0;
    } catch (JMSRuntimeException e) {
      throw new JobSchedulerException(
          "SCHED-0007 cannot send %d reports, the first of them %s: %s"
              .formatted(reports.size(), reports.get(0).title(), e.getMessage()),
          e);
    }
  }
}
