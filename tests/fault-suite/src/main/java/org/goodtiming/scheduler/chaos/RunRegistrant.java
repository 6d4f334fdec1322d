package org.goodtiming.scheduler.chaos;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.chaos.RunLedger.Registration;
import org.goodtiming.scheduler.chaos.worker.Calculation;

/**
 * Registers jobs for a worker queue whose payload is a {@link Calculation}, one after the other at
 * an even pace, through every outage.
 */
final class RunRegistrant implements Runnable {

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
  private static final int MIN_STEPS = 10;
  private static final int MAX_STEPS = 40;

  private final BrokerClient client;
  private final RunLedger ledger;
  private final DatabaseClock clock;
  private final String queue;
  private final String prefix;
  private final Pace pace;
  private final Random random;
  private int next;

  /**
   * @param goesOn false when there are enough
   * @param longestDelay how far ahead a run may be due; every third is due at once
   */
  record Pace(BooleanSupplier goesOn, Duration between, Duration longestDelay) {}

  RunRegistrant(
      BrokerClient client,
      RunLedger ledger,
      DatabaseClock clock,
      String queue,
      String prefix,
      Pace pace) {
    this.client = client;
    this.ledger = ledger;
    this.clock = clock;
    this.queue = queue;
    this.prefix = prefix;
    this.pace = pace;
    this.random = new Random(prefix.hashCode());
  }

  @Override
  public void run() {
    try {
      while (pace.goesOn().getAsBoolean()) {
        session();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void session() throws InterruptedException {
    try (JMSContext session = client.open(JMSContext.SESSION_TRANSACTED)) {
      while (pace.goesOn().getAsBoolean()) {
        register(session);
        Wait.pause(pace.between());
      }
    } catch (JMSRuntimeException e) {
      Wait.pause(BETWEEN_TRIES);
    }
  }

  private void register(JMSContext session) {
    var jobId = prefix + next++;
    var calculation = new Calculation(random.nextInt(), random.nextInt(MIN_STEPS, MAX_STEPS + 1));
    var due = Load.toMillis(clock.now().plus(delay()));
    session
        .createProducer()
        .setProperty(WireContract.QUEUE, queue)
        .setProperty(WireContract.JOB_ID, jobId)
        .setProperty(WireContract.DUE_AT, due.toEpochMilli())
        .send(session.createQueue(WireContract.REGISTRATION_QUEUE), calculation.text());
    ledger.registered(jobId, new Registration(calculation, due, false));
    session.commit();
    ledger.registered(jobId, new Registration(calculation, due, true));
  }

  private Duration delay() {
    return random.nextInt(3) == 0
        ? Duration.ZERO
        : Duration.ofMillis(random.nextInt((int) pace.longestDelay().toMillis()));
  }
}
