package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;

/** Workers are slow, hang, or do not come at all, and others must not suffer from it. */
final class WorkerFaults {

  /** Full after a few messages: the broker's configuration says so for tests. */
  static final String FULL = "test.full.chaos";

  private static final String HUNG = "chaos.b";
  private static final Duration EACH = Duration.ofMillis(40);
  private static final Duration TOO_LATE = Duration.ofSeconds(5);
  private static final Duration LENGTH = Duration.ofSeconds(15);

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "queue-full",
                  "a worker queue is full and refuses messages; the others must be on time",
                  context -> strike(context, FULL))
              .alsoFor(FULL)
              .lasting(LENGTH),
          new Fault(
                  "worker-hung",
                  "the worker of one queue hangs within its transaction",
                  context -> strike(context, HUNG))
              .lasting(LENGTH),
          new Fault("worker-slow", "all workers take 40 ms per message", WorkerFaults::slow)
              .lasting(LENGTH));

  private WorkerFaults() {}

  private static FaultOutcome strike(FaultContext context, String queue)
      throws InterruptedException {
    context.pace(queue).hang();
    Wait.pause(LENGTH);
    var late = context.ledger().latest(queue);
    context.pace(queue).normal();
    if (late.compareTo(TOO_LATE) > 0) {
      throw new IllegalStateException("others were late by up to " + late);
    }
    return FaultOutcome.of("others at most %d ms late".formatted(late.toMillis()));
  }

  private static FaultOutcome slow(FaultContext context) throws InterruptedException {
    context.paces().forEach(pace -> pace.slow(EACH));
    Wait.pause(LENGTH);
    return FaultOutcome.of("all workers");
  }
}
