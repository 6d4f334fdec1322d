package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.OutsideLedger.Registration;

/** Registers jobs through every outage, and writes down what the broker acknowledged. */
final class Registrant implements Runnable {

  private static final int JOBS_A_TRANSACTION = 20;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final BrokerClient client;
  private final OutsideLedger ledger;
  private final DatabaseClock clock;
  private final Load load;
  private final String prefix;
  private final Random random;
  private int next;
  private int acknowledged;

  Registrant(
      BrokerClient client, OutsideLedger ledger, DatabaseClock clock, Load load, String prefix) {
    this.client = client;
    this.ledger = ledger;
    this.clock = clock;
    this.load = load;
    this.prefix = prefix;
    this.random = new Random(prefix.hashCode());
  }

  /** Ends when the broker has acknowledged as many as wanted. */
  @Override
  public void run() {
    long start = System.nanoTime();
    try {
      while (acknowledged < load.jobs()) {
        session(start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void session(long start) throws InterruptedException {
    try (JMSContext context = client.open(JMSContext.SESSION_TRANSACTED)) {
      while (acknowledged < load.jobs()) {
        register(context, batch());
        Wait.pause(load.untilMayGoOn(start, acknowledged));
      }
    } catch (JMSRuntimeException e) {
      Wait.pause(BETWEEN_TRIES);
    }
  }

  private List<Registration> batch() {
    long open = load.jobs() - acknowledged;
    var batch = new ArrayList<Registration>();
    for (int i = 0; i < Math.min(open, JOBS_A_TRANSACTION); i++) {
      var queue = load.queues().get(random.nextInt(load.queues().size()));
      var due = clock.now().plus(load.delay(random));
      batch.add(new Registration(prefix + next++, queue, Load.toMillis(due), true));
    }
    return batch;
  }

  /**
   * Registers a batch. After a failure before the commit nothing is registered; after a later
   * failure the outcome is unknown.
   */
  private void register(JMSContext context, List<Registration> batch) {
    var jobs = context.createQueue(WireContract.REGISTRATION_QUEUE);
    for (var job : batch) {
      context
          .createProducer()
          .setProperty(WireContract.QUEUE, job.queue())
          .setProperty(WireContract.JOB_ID, job.jobId())
          .setProperty(WireContract.DUE_AT, job.dueAt().toEpochMilli())
          .send(jobs, "chaos " + job.jobId());
    }
    try {
      context.commit();
      batch.forEach(ledger::registered);
      acknowledged += batch.size();
    } catch (JMSRuntimeException e) {
      batch.forEach(
          job -> ledger.registered(new Registration(job.jobId(), job.queue(), job.dueAt(), false)));
      throw e;
    }
  }
}
