package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.goodtiming.scheduler.chaos.FaultOutcome.LostLeader;
import org.goodtiming.scheduler.chaos.OutsideLedger.Receipt;

/** One fault under load, and the reckoning afterwards. */
final class Round {

  /** The maximum age of a branch, which bounds the time until all is quiet. */
  private static final Duration QUIET_LIMIT = Duration.ofMinutes(5);

  private static final Duration QUIET_LIMIT_WHEN_BROKEN = Duration.ofSeconds(30);

  private static final Duration CERTAINTY_LIMIT_WITHOUT_NODE = Duration.ofSeconds(60);

  /** Than the jobs that run once, because they are registered before those. */
  private static final Duration SCHEDULES_LONGER = Duration.ofSeconds(5);

  private static final Duration EARLIEST = Duration.ofMillis(300);
  private static final Duration LATEST = Duration.ofSeconds(4);

  private final int number;
  private final Fault fault;
  private final FaultContext context;
  private final Load load;
  private final OutsideLedger ledger;
  private final String prefix;
  private final List<String> broken = new ArrayList<>();
  private final long startedAt = System.nanoTime();

  Round(int number, Fault fault, FaultContext context, Load load) {
    this.number = number;
    this.fault = fault;
    this.context = context;
    this.load = load;
    this.ledger = context.ledger();
    this.prefix = "%d-%s-".formatted(number, Long.toString(System.currentTimeMillis(), 36));
  }

  RoundResult run() throws InterruptedException {
    context.clock().compare();
    new Schedules(context, prefix + "every-", load.queues())
        .register(load.spread().plus(SCHEDULES_LONGER));
    var registering = new ArrayList<>(List.of(started(registrant())));
    registering.add(started(runRegistrant(ledger.longRuns(), LongRunWorker.QUEUE, "long-")));
    for (var queue : UnreliableQueue.values()) {
      var jobs = ledger.attempts().jobs(queue);
      registering.add(started(runRegistrant(jobs, queue.queue(), queue.jobPrefix())));
    }
    context.wait(EARLIEST, LATEST);
    var blow = strike();
    double inDoubt = awaitCertaintyAndHeal(blow);
    for (var thread : registering) {
      thread.join(QUIET_LIMIT.toMillis());
    }
    awaitQuiet();
    return verdict(blow, inDoubt);
  }

  private Registrant registrant() {
    return new Registrant(context.client(), ledger, context.clock(), load, prefix);
  }

  private RunRegistrant runRegistrant(RunLedger runs, String queue, String kind) {
    var pace =
        new RunRegistrant.Pace(
            () -> runs.acknowledged().size() < load.longRuns(),
            load.spread().dividedBy(load.longRuns()),
            load.spread());
    return new RunRegistrant(context.client(), runs, context.clock(), queue, prefix + kind, pace);
  }

  private static Thread started(Runnable registrant) {
    var thread = new Thread(registrant, "registrant");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  // A fault that fails is a finding like any other, and the round goes on.
  private FaultOutcome strike() throws InterruptedException {
    try {
      return fault.strike().at(context);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      broken.add("the fault failed: " + e);
      return FaultOutcome.of("failed");
    }
  }

  // Transactions that a dead node has left must be decided without it.
  private double awaitCertaintyAndHeal(FaultOutcome blow) throws InterruptedException {
    if (!blow.staysDead()) {
      context.heal();
      return awaitCertainty(QUIET_LIMIT);
    }
    double inDoubt = awaitCertainty(CERTAINTY_LIMIT_WITHOUT_NODE);
    context.heal();
    return inDoubt;
  }

  private double awaitCertainty(Duration limit) throws InterruptedException {
    long since = System.nanoTime();
    var left = new InDoubt(context).awaitEnd(limit);
    if (!left.isEmpty()) {
      broken.add("in doubt after %s: %s".formatted(limit, left));
    }
    return (System.nanoTime() - since) / 1e9;
  }

  // Quiet: nothing waits anywhere, so nothing more can come.
  private void awaitQuiet() throws InterruptedException {
    var limit = broken.isEmpty() ? QUIET_LIMIT : QUIET_LIMIT_WHEN_BROKEN;
    if (!Wait.until(limit, this::quiet)) {
      broken.add(
          "not quiet after %s: %d jobs wait, scheduler.jobs, scheduler.reports or a worker queue is not empty, %d are missing, %d tracked runs have not ended, or %d jobs, messages and events of unreliable workers are to come"
              .formatted(
                  limit,
                  context.sql().number("SELECT count(*) FROM scheduler.job"),
                  ledger.missing().size(),
                  TrackedRuns.open(context.sql(), prefix),
                  openOfUnreliableWorkers()));
    }
  }

  /** -1 if the broker does not tell. */
  private long openOfUnreliableWorkers() {
    try {
      return UnreliableRuns.open(context);
    } catch (Exception e) {
      return -1;
    }
  }

  private boolean quiet() throws Exception {
    if (context.sql().number("SELECT count(*) FROM scheduler.job") > 0
        || TrackedRuns.open(context.sql(), prefix) > 0
        || context.console().messagesOn("scheduler.jobs") > 0
        || context.console().messagesOn("scheduler.reports") > 0
        || UnreliableRuns.open(context) > 0) {
      return false;
    }
    for (var queue : load.queues()) {
      if (context.console().messagesOn(queue) > 0) {
        return false;
      }
    }
    return new InDoubt(context).branches().isEmpty();
  }

  private RoundResult verdict(FaultOutcome blow, double inDoubt) throws InterruptedException {
    Set<String> lost = Invariants.lost(context, ledger.missing());
    if (!lost.isEmpty()) {
      broken.add("lost: %d, such as %s".formatted(lost.size(), lost.iterator().next()));
    }
    broken.addAll(new Invariants(context, prefix).broken());
    return new RoundResult(
        number,
        fault.name(),
        blow.text(),
        ledger.certain(),
        ledger.uncertain(),
        lost.size(),
        Invariants.quarantined(context, ledger.missing()).size(),
        ledger.twice().size(),
        ledger.early().size(),
        ledger.reports().committed().size(),
        AttemptedRuns.of(context.sql(), LongRunWorker.QUEUE, prefix, ledger.longRuns()).figures(),
        new UnreliableRuns(context, prefix).figures(),
        inDoubt,
        blow.lostLeader().map(this::takeover).orElse(OptionalLong.empty()),
        blow.longestWaitMillis(),
        (System.nanoTime() - startedAt) / 1e9,
        broken);
  }

  /** The first hand-off by another leader. */
  private OptionalLong takeover(LostLeader lost) {
    return ledger.receipts().stream()
        .filter(receipt -> receipt.epoch() > lost.epoch())
        .min(Comparator.comparing(Receipt::at))
        .map(receipt -> OptionalLong.of(Duration.between(lost.at(), receipt.at()).toMillis()))
        .orElse(OptionalLong.empty());
  }
}
