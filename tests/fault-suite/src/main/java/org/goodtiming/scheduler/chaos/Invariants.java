package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The promises that must hold when all is quiet again. */
final class Invariants {

  private static final Duration HEALTH_LIMIT = Duration.ofSeconds(90);

  private final FaultContext context;
  private final OutsideLedger ledger;
  private final String prefix;
  private final List<String> broken = new ArrayList<>();

  /**
   * @param prefix of the job ids
   */
  Invariants(FaultContext context, String prefix) {
    this.context = context;
    this.ledger = context.ledger();
    this.prefix = prefix;
  }

  /** The broken promises, in words. */
  List<String> broken() throws InterruptedException {
    none("twice", ledger.twice());
    none("early", ledger.early());
    none("received, but never sent", ledger.invented());
    none("leases that overlap", Set.copyOf(overlappingLeases()));
    var difference = context.sql().number("SELECT difference FROM scheduler.ledger");
    none("difference of the scheduler's ledger", difference == 0 ? Set.of() : Set.of(difference));
    checkTrackedRuns();
    checkLongRuns();
    checkUnreliableRuns();
    for (var node : context.nodes()) {
      if (!Wait.until(HEALTH_LIMIT, node::healthy)) {
        broken.add(node.name() + " is not healthy");
      }
    }
    return broken;
  }

  private void checkTrackedRuns() {
    var runs = TrackedRuns.of(context.sql(), prefix, ledger.reports());
    none("tracked runs that have not ended", runs.hanging());
    none("tracked runs that ended twice", runs.endedTwice());
    none("results that were reported and are not stored", runs.lostResults());
    none("results that are stored and were not reported", runs.inventedResults());
  }

  private void checkLongRuns() {
    check(
        "long runs",
        AttemptedRuns.of(context.sql(), LongRunWorker.QUEUE, prefix, ledger.longRuns()));
  }

  private void checkUnreliableRuns() {
    var runs = new UnreliableRuns(context, prefix);
    check("runs with a limit", runs.silent());
    none("jobs that no attempt has done", ledger.attempts().unfinished());
    none("attempts that came as several messages", ledger.attempts().attemptsTwice());
    none("jobs tried again after a success", ledger.attempts().afterSuccess());
    none("attempts at jobs that nobody registered", ledger.attempts().invented());
    none("jobs whose events are out of order", ledger.events().outOfOrder());
    none("jobs with missing or wrong events", runs.untold());
  }

  private void check(String name, AttemptedRuns runs) {
    none(name + " lost", runs.lost());
    none(name + " with several executions", runs.twice());
    none(name + " that nobody registered", runs.invented());
    none(name + " that started early", runs.early());
    none(name + " that have not ended", runs.hanging());
    none(name + " that ended twice", runs.endedTwice());
    none(name + " without the right result of their latest attempt", runs.wrong());
    none(name + " that an earlier attempt has changed", runs.setBack());
  }

  /** Nobody has them: neither the receivers nor the scheduler. */
  static Set<String> lost(FaultContext context, Set<String> missing) {
    var lost = new TreeSet<>(missing);
    context.sql().values("SELECT job_id FROM scheduler.job").forEach(lost::remove);
    lost.removeAll(quarantined(context, missing));
    return lost;
  }

  /** Good jobs that were put aside: not lost, but someone has to look after them. */
  static Set<String> quarantined(FaultContext context, Set<String> missing) {
    var all = new TreeSet<>(missing);
    all.retainAll(
        context.sql().values("SELECT job_id FROM scheduler.quarantine WHERE job_id IS NOT NULL"));
    return all;
  }

  private List<String> overlappingLeases() {
    return context
        .sql()
        .values(
            """
            SELECT former.epoch || ' of ' || former.holder || ' and ' || latter.epoch || ' of ' || latter.holder
              FROM scheduler.lease_history former
              JOIN scheduler.lease_history latter USING (partition)
             WHERE latter.epoch > former.epoch
               AND (former.ended_at IS NULL OR former.ended_at > latter.acquired_at)
            """);
  }

  private void none(String what, Set<?> found) {
    if (!found.isEmpty()) {
      broken.add("%s: %d, such as %s".formatted(what, found.size(), found.iterator().next()));
    }
  }
}
