package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;

/** Registers, replaces and cancels by JMS, at an even pace, through every outage. */
final class StormRegistrant implements Runnable {

  static final String RECEIPTS = WireContract.RECEIPTS_PREFIX + "chaos";

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final BrokerClient client;
  private final StormLedger books;
  private final StormLoad load;
  private final BooleanSupplier storming;
  private final Duration between;

  StormRegistrant(
      BrokerClient client,
      StormLedger books,
      StormLoad load,
      BooleanSupplier storming,
      int jobsAMinute) {
    this.client = client;
    this.books = books;
    this.load = load;
    this.storming = storming;
    this.between =
        Duration.ofMinutes(1).multipliedBy(StormLoad.JOBS_A_BATCH).dividedBy(jobsAMinute);
  }

  /** Ends with the storm. */
  @Override
  public void run() {
    try {
      while (storming.getAsBoolean()) {
        session();
        Wait.pause(BETWEEN_TRIES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // What the broker refuses before the commit was never registered, and nobody misses it.
  @SuppressWarnings("EmptyCatch")
  private void session() throws InterruptedException {
    try (JMSContext context = client.open(JMSContext.SESSION_TRANSACTED)) {
      while (storming.getAsBoolean()) {
        register(context, load.singles(), load.lines());
        Wait.pause(between);
      }
    } catch (JMSRuntimeException outage) {
      // See above
    }
  }

  private void register(JMSContext context, List<Intent> singles, List<Intent> lines) {
    var jobs = context.createQueue(WireContract.REGISTRATION_QUEUE);
    singles.forEach(intent -> producer(context, intent).send(jobs, "chaos " + intent.id()));
    context
        .createProducer()
        .setProperty(WireContract.OP, WireContract.OP_SCHEDULE_ALL)
        .send(jobs, lines.stream().map(StormRegistrant::line).collect(Collectors.joining("\n")));
    var all = new ArrayList<>(singles);
    all.addAll(lines);
    boolean acknowledged = false;
    try {
      context.commit();
      acknowledged = true;
    } finally {
      books.sent(all, acknowledged);
      load.sent(all);
    }
  }

  private static JMSProducer producer(JMSContext context, Intent intent) {
    var producer =
        context
            .createProducer()
            .setProperty(WireContract.QUEUE, intent.queue())
            .setProperty(WireContract.JOB_ID, intent.jobId())
            .setProperty(Intent.PROPERTY, intent.id());
    if (intent.schedules()) {
      producer.setProperty(WireContract.DUE_AT, intent.dueAt().toEpochMilli());
    } else {
      producer.setProperty(WireContract.OP, WireContract.OP_CANCEL);
    }
    return intent.wantsReceipt()
        ? producer.setJMSReplyTo(context.createQueue(RECEIPTS)).setJMSCorrelationID(intent.id())
        : producer;
  }

  private static String line(Intent intent) {
    return "{\"jobId\":\"%s\",\"queue\":\"%s\",\"dueAt\":%d}"
        .formatted(intent.jobId(), intent.queue(), intent.dueAt().toEpochMilli());
  }
}
