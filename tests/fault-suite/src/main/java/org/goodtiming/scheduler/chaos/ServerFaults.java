package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;

/** The broker and the database die and start again. */
final class ServerFaults {

  private static final Duration SHORTEST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(6);

  static final List<Fault> ALL =
      List.of(
          new Fault("broker-kill", "kill -9 of the broker", ServerFaults::killBroker),
          new Fault(
              "broker-restart",
              "the broker stops gracefully and starts again",
              ServerFaults::restartBroker),
          new Fault(
              "database-fast",
              "PostgreSQL restarts, mode fast: transactions are rolled back",
              ServerFaults::restartDatabase),
          new Fault(
              "database-immediate",
              "PostgreSQL restarts, mode immediate: as after a crash",
              ServerFaults::crashDatabase),
          new Fault("both", "kill -9 of broker and database at once", ServerFaults::killBoth));

  private ServerFaults() {}

  private static FaultOutcome killBroker(FaultContext context) throws InterruptedException {
    context.broker().kill();
    context.wait(SHORTEST, LONGEST);
    context.broker().start();
    return FaultOutcome.of("broker");
  }

  private static FaultOutcome restartBroker(FaultContext context) throws InterruptedException {
    context.broker().stop();
    context.wait(SHORTEST, LONGEST);
    context.broker().start();
    return FaultOutcome.of("broker");
  }

  private static FaultOutcome restartDatabase(FaultContext context) throws InterruptedException {
    context.database().stop();
    context.wait(SHORTEST, LONGEST);
    context.database().start();
    return FaultOutcome.of("database");
  }

  private static FaultOutcome crashDatabase(FaultContext context) throws InterruptedException {
    context.database().stopImmediately();
    context.wait(SHORTEST, LONGEST);
    context.database().start();
    return FaultOutcome.of("database");
  }

  private static FaultOutcome killBoth(FaultContext context) throws InterruptedException {
    context.broker().kill();
    context.database().kill();
    context.wait(SHORTEST, LONGEST);
    context.database().start();
    context.broker().start();
    return FaultOutcome.of("broker and database");
  }
}
