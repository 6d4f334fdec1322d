package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSClient;
import org.goodtiming.scheduler.api.WireContract;

/** Registers jobs as an application does, many in one transaction. */
public final class Registrations {

  private static final String BODY = "x".repeat(100);
  private static final int SENDS_A_TRANSACTION = 1000;
  private static final int JOBS_A_MESSAGE = 250;

  // One for all, as applications keep it: of each new one the client asks whether it exists
  private static final Queue QUEUE = ActiveMQJMSClient.createQueue(WireContract.REGISTRATION_QUEUE);

  private Registrations() {}

  /**
   * Sends registrations of jobs that are due at once.
   *
   * @param to the queue that takes them
   * @param workerQueue where the jobs are to go
   */
  public static void send(
      ConnectionFactory connectionFactory, String to, String workerQueue, int jobs) {
    send(connectionFactory, to, workerQueue, jobs, false);
  }

  /**
   * The same.
   *
   * @param tracked whether each job has an execution
   */
  static void send(
      ConnectionFactory connectionFactory,
      String to,
      String workerQueue,
      int jobs,
      boolean tracked) {
    try (JMSContext context = connectionFactory.createContext(Session.SESSION_TRANSACTED)) {
      var producer = context.createProducer();
      producer.setProperty("scheduler_queue", workerQueue).setProperty("scheduler_delay", "PT0S");
      if (tracked) {
        producer.setProperty(WireContract.TRACKED, true);
      }
      var queue = context.createQueue(to);
      for (int i = 1; i <= jobs; i++) {
        producer.send(queue, BODY);
        if (i % SENDS_A_TRANSACTION == 0 || i == jobs) {
          context.commit();
        }
      }
    }
  }

  /** The same with many jobs in a message. */
  public static void sendInBulk(ConnectionFactory connectionFactory, String workerQueue, int jobs) {
    try (JMSContext context = connectionFactory.createContext(Session.SESSION_TRANSACTED)) {
      for (int sent = 0; sent < jobs; sent += JOBS_A_MESSAGE) {
        send(context, workerQueue, lines(Math.min(JOBS_A_MESSAGE, jobs - sent)));
      }
      context.commit();
    }
  }

  /** Sends one message with one job, whose number is its id. */
  public static void register(JMSContext context, String workerQueue, Job job) {
    context
        .createProducer()
        .setProperty(WireContract.QUEUE, workerQueue)
        .setProperty(WireContract.JOB_ID, Integer.toString(job.number()))
        .setProperty(WireContract.DUE_AT, job.due().toEpochMilli())
        .send(QUEUE, job.payload());
  }

  /**
   * Sends one message with many jobs.
   *
   * @param lines one for each job
   */
  public static void send(JMSContext context, String workerQueue, Stream<String> lines) {
    context
        .createProducer()
        .setProperty(WireContract.OP, WireContract.OP_SCHEDULE_ALL)
        .setProperty(WireContract.QUEUE, workerQueue)
        .send(QUEUE, lines.collect(Collectors.joining()));
  }

  /**
   * A job as a line of such a message.
   *
   * @param dueAt in milliseconds since 1970
   * @param body without characters that JSON would escape, as is the id
   */
  public static String line(String jobId, long dueAt, String body) {
    return "{\"jobId\":\"%s\",\"dueAt\":%d,\"body\":\"%s\"}\n".formatted(jobId, dueAt, body);
  }

  private static Stream<String> lines(int count) {
    long now = System.currentTimeMillis();
    var message = UUID.randomUUID();
    return IntStream.range(0, count).mapToObj(i -> line(message + " " + i, now, BODY));
  }
}
