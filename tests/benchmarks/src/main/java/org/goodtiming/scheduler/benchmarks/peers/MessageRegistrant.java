package org.goodtiming.scheduler.benchmarks.peers;

import jakarta.jms.JMSContext;
import java.util.List;
import java.util.function.Function;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Registrations;

/** Registers by messages. */
final class MessageRegistrant implements Registrant {

  /**
   * As many as JobScheduler.scheduleAll puts into one, or a few less: of a message of 100 KiB, two
   * bytes a character, Artemis makes a file.
   */
  static final int JOBS_A_MESSAGE = 250;

  private final Sessions sessions;
  private final String workerQueue;

  MessageRegistrant(ActiveMQConnectionFactory connectionFactory, String workerQueue) {
    this.sessions = new Sessions(connectionFactory);
    this.workerQueue = workerQueue;
  }

  @Override
  public String settings() {
    return "one message per job; in bulk %,d jobs per message, %,d per transaction"
        .formatted(JOBS_A_MESSAGE, Registration.BULK);
  }

  @Override
  public void register(Job job) {
    Registrations.register(sessions.single(), workerQueue, job);
  }

  @Override
  public void registerAll(List<Job> jobs) {
    sessions.inTransaction(context -> sendInBulk(context, jobs, MessageRegistrant::line));
  }

  @Override
  public void registerRecurring(List<Job> jobs) {
    sessions.inTransaction(context -> sendInBulk(context, jobs, MessageRegistrant::dailyLine));
  }

  @Override
  public void close() {
    sessions.close();
  }

  private void sendInBulk(JMSContext context, List<Job> jobs, Function<Job, String> toLine) {
    for (int from = 0; from < jobs.size(); from += JOBS_A_MESSAGE) {
      var part = jobs.subList(from, Math.min(from + JOBS_A_MESSAGE, jobs.size()));
      Registrations.send(context, workerQueue, part.stream().map(toLine));
    }
  }

  static String line(Job job) {
    return Registrations.line(
        Integer.toString(job.number()), job.due().toEpochMilli(), job.payload());
  }

  private static String dailyLine(Job job) {
    return "{\"jobId\":\"%d\",\"recurrence\":\"every:PT24H\",\"start\":%d,\"body\":\"%s\"}\n"
        .formatted(job.number(), job.due().toEpochMilli(), job.payload());
  }
}
