package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.dev.ServerNode;

/** Heals everything after a storm, waits until nothing is left to come, and checks the promises. */
final class StormCheck {

  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(180);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final List<String> QUEUES_OF_THE_SCHEDULER =
      List.of("scheduler.jobs", "scheduler.jobs.amqp", "scheduler.reports");

  private final FaultContext context;
  private final Storm.Wishes wishes;
  private final StormLedger books;
  private final List<String> queues;
  private final String prefix;
  private final List<String> broken = Collections.synchronizedList(new ArrayList<>());
  private final Set<String> suspects = new TreeSet<>();

  /**
   * @param prefix of the job ids
   */
  StormCheck(
      FaultContext context,
      Storm.Wishes wishes,
      StormLedger books,
      List<String> queues,
      String prefix) {
    this.context = context;
    this.wishes = wishes;
    this.books = books;
    this.queues = queues;
    this.prefix = prefix;
  }

  StormResult verdict(StormLog log) throws InterruptedException {
    heal(log.halfStarted());
    long up = System.nanoTime();
    var draining = CompletableFuture.supplyAsync(this::drain);
    var left = new InDoubt(context).awaitEnd(wishes.limits().certainty());
    if (!left.isEmpty()) {
      broken.add("in doubt after %s: %s".formatted(wishes.limits().certainty(), left));
    }
    double inDoubt = secondsSince(up);
    long certain = System.nanoTime();
    awaitDelivery();
    double delivered = secondsSince(certain);
    check();
    return new StormResult(
        wishes,
        log,
        books,
        context.ledger(),
        AttemptedRuns.of(context.sql(), LongRunWorker.QUEUE, prefix, context.ledger().longRuns())
            .figures(),
        new UnreliableRuns(context, prefix).figures(),
        inDoubt,
        draining.join(),
        delivered,
        Leftovers.of(context),
        broken,
        suspects);
  }

  private void heal(Set<ServerNode> halfStarted) throws InterruptedException {
    try {
      halfStarted.forEach(ServerNode::kill);
      context.heal();
    } catch (RuntimeException e) {
      broken.add("the healing failed: " + e);
    }
    for (var node : context.nodes()) {
      if (!Wait.until(HEALTH_LIMIT, node::healthy)) {
        broken.add("%s is not ready %s after the healing".formatted(node.name(), HEALTH_LIMIT));
      }
    }
  }

  /** How fast the nodes take what has waited for them. */
  private StormResult.Drain drain() {
    long start = System.nanoTime();
    long most = 0;
    try {
      long waiting = registrationsToCome();
      while (waiting > 0 && secondsSince(start) < wishes.limits().delivery().toSeconds()) {
        most = Math.max(most, waiting);
        Wait.pause(BETWEEN_LOOKS);
        waiting = registrationsToCome();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      broken.add("the broker does not tell what waits: " + e);
    }
    return new StormResult.Drain(most, secondsSince(start));
  }

  private long registrationsToCome() throws Exception {
    return context.console().messagesOn(WireContract.REGISTRATION_QUEUE);
  }

  private void awaitDelivery() throws InterruptedException {
    if (!Wait.until(wishes.limits().delivery(), () -> open().isEmpty())) {
      broken.add(
          "not delivered after %s: %s".formatted(wishes.limits().delivery(), openOrWhyNot()));
    }
  }

  /** The outstanding results, in words. */
  private List<String> open() throws Exception {
    var open = new ArrayList<String>();
    note(open, "waiting jobs", context.sql().number("SELECT count(*) FROM scheduler.job"));
    note(
        open,
        "registrations by SQL",
        context.sql().number("SELECT count(*) FROM scheduler.sql_registration"));
    for (var queue : QUEUES_OF_THE_SCHEDULER) {
      note(open, "messages on " + queue, context.console().messagesOn(queue));
      note(open, "messages held by a consumer of " + queue, context.console().deliveringOn(queue));
    }
    for (var queue : queues) {
      note(open, "messages on " + queue, context.console().messagesOn(queue));
    }
    note(open, "tracked runs that have not ended", TrackedRuns.open(context.sql(), prefix));
    note(open, "jobs, messages and events of unreliable workers", UnreliableRuns.open(context));
    note(open, "messages on the queue of receipts", receiptsToCome());
    note(open, "branches in doubt", new InDoubt(context).branches().size());
    return open;
  }

  private long receiptsToCome() throws Exception {
    return context.console().messagesOn(StormRegistrant.RECEIPTS);
  }

  private List<String> openOrWhyNot() {
    try {
      return open();
    } catch (Exception e) {
      return List.of(e.toString());
    }
  }

  private void check() throws InterruptedException {
    note("lost", lost());
    note("runs of schedules that are missing", missingRuns());
    checkDropped();
    note("came though its receipt excludes it", books.forbidden());
    note("answered twice", books.answeredTwice());
    broken.addAll(new Invariants(context, prefix).broken());
  }

  // Those without a receipt are among the ledger's as well, so this never blames the scheduler
  // wrongly.
  private void checkDropped() {
    var dropped = books.droppedUntold();
    long counted =
        context.sql().number("SELECT cancelled FROM scheduler.ledger")
            - books.answers(WireContract.STATUS_CANCELLED);
    if (dropped.size() > counted) {
      note("lost, for the ledger counts only %d as cancelled".formatted(counted), dropped);
    }
  }

  /** Good jobs in quarantine are not lost; the report shows them. */
  private Set<String> lost() {
    var lost = books.lost();
    var nowhere =
        Invariants.lost(context, lost.stream().map(StormLedger::jobId).collect(Collectors.toSet()));
    lost.removeIf(intent -> !nowhere.contains(StormLedger.jobId(intent)));
    return lost;
  }

  private Set<String> missingRuns() {
    var runs = new TreeSet<>(context.ledger().missing());
    runs.removeIf(id -> !Schedules.isRun(id));
    return runs;
  }

  private void note(String what, Set<String> intents) {
    suspects.addAll(intents);
    if (!intents.isEmpty()) {
      broken.add("%s: %d, such as %s".formatted(what, intents.size(), intents.iterator().next()));
    }
  }

  private static void note(List<String> open, String what, long count) {
    if (count > 0) {
      open.add("%d %s".formatted(count, what));
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
