package org.goodtiming.scheduler.recovery;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.leader.LeaderTask;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.recovery.InDoubtStore.Sighting;
import org.goodtiming.scheduler.telemetry.Event.InDoubtCounted;
import org.goodtiming.scheduler.telemetry.Event.InDoubtEnded;
import org.goodtiming.scheduler.telemetry.Event.StillInDoubt;
import org.goodtiming.scheduler.telemetry.Events;

/**
 * Finds transactions in doubt at broker and database, resolves those that the rules can decide, and
 * reports all.
 */
public final class InDoubtWatch implements LeaderTask {

  /** The interval between two checks; a due job of a dead node may wait for it. */
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private static final Duration ALARMING = Duration.ofMinutes(1);

  /** The database ends a session that is idle in a transaction sooner (sql/roles.sql). */
  private static final Duration KEEP_DECISIONS = Duration.ofMinutes(10);

  private final InDoubtStore database;
  private final BrokerBranches broker;
  private final String self;
  private final Events events;

  /**
   * @param xa the role that prepares: only it may end what it prepared
   * @param self this node's name
   * @param events receives an event for each resolved and each unresolved transaction
   */
  public InDoubtWatch(
      DataSource xa, ConnectionFactory connectionFactory, String self, Events events) {
    this.database = new InDoubtStore(xa);
    this.broker = new BrokerBranches(connectionFactory);
    this.self = self;
    this.events = events;
  }

  @Override
  public String name() {
    return "in-doubt-watch";
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public String failure() {
    return "SCHED-0604 could not check for transactions in doubt; next try in 2 s";
  }

  @Override
  public void run() {
    events.tell(new InDoubtCounted(look()));
  }

  /**
   * One check of both sides.
   *
   * @return how many transactions have been in doubt for longer than is normal
   */
  private int look() {
    int alarming = 0;
    Collection<Branches> inDoubt = find();
    for (Branches branches : inDoubt) {
      Sighting sighting = database.sight(branches);
      Resolution verdict = settle(branches, sighting);
      if (verdict.action() == Resolution.Action.WAIT && sighting.age().compareTo(ALARMING) > 0) {
        alarming++;
        events.tell(
            new StillInDoubt(branches.gtrid(), branches.node(), sighting.age(), verdict.text()));
      }
    }
    database.forgetUnseen(INTERVAL.multipliedBy(2));
    database.purgeDecisions(
        KEEP_DECISIONS,
        inDoubt.stream().map(Branches::decision).flatMap(Optional::stream).toList());
    return alarming;
  }

  /**
   * Ends what an earlier run of this node left behind; to be called before its server starts. Its
   * transaction log is not used: it is not reliable after a crash (docs/adr/0012). If no branch has
   * ended, a rollback loses nothing.
   *
   * @return how many transactions of the node are still in doubt: those of applications
   */
  public long settleOwn() {
    return find().stream()
        .filter(branches -> branches.node().equals(self))
        .map(branches -> settle(branches, new Sighting(Coordinator.GONE, ALARMING)))
        .filter(verdict -> verdict.action() == Resolution.Action.WAIT)
        .count();
  }

  // The broker first: a branch that it no longer shows has ended before the query of the database.
  private Collection<Branches> find() {
    List<BrokerBranch> atBroker = broker.prepared();
    return Branches.match(database.prepared(), atBroker);
  }

  private Resolution settle(Branches branches, Sighting sighting) {
    Resolution verdict = InDoubtRules.decide(evidence(branches, sighting));
    switch (verdict.action()) {
      case WAIT -> database.note(branches, verdict);
      case COMMIT -> {
        branches.database().forEach(database::commit);
        branches.brokerInOrder().forEach(broker::commit);
      }
      case ROLL_BACK -> {
        branches.database().forEach(database::rollBack);
        branches.brokerInOrder().forEach(broker::rollBack);
      }
    }
    if (verdict.action() != Resolution.Action.WAIT) {
      database.noteResolved(branches, verdict, self);
      events.tell(new InDoubtEnded(branches.gtrid(), branches.node(), verdict.text()));
    }
    return verdict;
  }

  private InDoubt evidence(Branches branches, Sighting sighting) {
    return new InDoubt(
        branches,
        outcome(branches, sighting),
        committedAtBroker(branches),
        sighting.coordinator(),
        sighting.age());
  }

  /** Queried only if the rules need it, because the query itself decides. */
  private Outcome outcome(Branches branches, Sighting sighting) {
    if (!branches.database().isEmpty()
        || InDoubtRules.mayBeUnderWay(branches, sighting.coordinator(), sighting.age())) {
      return Outcome.UNKNOWN;
    }
    return branches.decision().map(id -> database.outcome(id, self)).orElse(Outcome.UNKNOWN);
  }

  private boolean committedAtBroker(Branches branches) {
    if (!branches.broker().isEmpty() || branches.database().isEmpty()) {
      return false;
    }
    Markers markers = broker.markers(branches.node());
    return branches.database().stream().anyMatch(branch -> markers.prove(branch.transaction()));
  }
}
