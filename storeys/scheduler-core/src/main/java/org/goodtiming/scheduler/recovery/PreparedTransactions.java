package org.goodtiming.scheduler.recovery;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.recovery.InDoubt.Outcome;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtEnded;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.goodtiming.scheduler.telemetry.Events;

/** Finds the branches that are prepared in the database and at the broker, and ends them. */
@Singleton
public final class PreparedTransactions {

  private final InDoubtStore database;
  private final BrokerBranches broker;
  private final String self;
  private final Events events;

  /**
   * @param xa the role that prepares: only it may end what it prepared
   * @param self this node's name
   * @param events receives an event for each resolved transaction
   */
  @Inject
  public PreparedTransactions(
      DataSource xa,
      ConnectionFactory connectionFactory,
      BrokerManagement management,
      @NodeName String self,
      Events events) {
    this.database = new InDoubtStore(xa);
    this.broker = new BrokerBranches(connectionFactory, management);
    this.self = self;
    this.events = events;
  }

  // The broker first: a branch that it no longer shows has ended before the query of the database.
  Collection<Branches> find() {
    List<BrokerBranch> atBroker = broker.prepared();
    return Branches.match(database.prepared(), atBroker).stream().map(this::named).toList();
  }

  /** By the row that names its message, if its ids do not tell the node. */
  private Branches named(Branches branches) {
    return branches.isOfKnownNode() || branches.consumed().isEmpty()
        ? branches
        : database.nodeOfConsumer(branches.consumed()).map(branches::ofNode).orElse(branches);
  }

  Optional<Branches> find(String gtrid) {
    return find().stream().filter(branches -> branches.gtrid().equals(gtrid)).findFirst();
  }

  /** The transactions that a node of this name has begun. */
  Collection<Branches> own() {
    return find().stream().filter(branches -> branches.node().equals(self)).toList();
  }

  /** How many there are whose node nothing tells: neither the ids nor a marker nor a row. */
  long ofUnknownNodes() {
    return find().stream().filter(branches -> !branches.isOfKnownNode()).count();
  }

  /**
   * Whether {@link #find} would find something now, or {@link #forget} has something to forget: one
   * question to each side, at rest the only ones.
   */
  InDoubtStore.Glance glance(Duration keepDecisions, Duration ageOfOthers) {
    boolean atBroker = !broker.prepared().isEmpty();
    InDoubtStore.Glance glance = database.glance(keepDecisions, ageOfOthers);
    return atBroker ? new InDoubtStore.Glance(true, glance.preparedByOthers()) : glance;
  }

  /**
   * The open sessions. Read them before {@link #find()}: a transaction that is neither open nor
   * prepared no longer changes.
   */
  DatabaseSessions sessions() {
    return database.sessions();
  }

  Sighting sight(Branches branches, DatabaseSessions sessions) {
    return database.sight(branches, sessions);
  }

  /** Ends the transaction if the rules can tell how, and notes it either way. */
  Resolution settle(Branches branches, Sighting sighting) {
    Resolution decision = InDoubtRules.decide(evidence(branches, sighting));
    if (decision.action() == Action.WAIT) {
      database.note(branches, decision);
      return decision;
    }
    return end(branches, decision, self)
        ? decision
        : find(branches.gtrid()).map(open -> settle(open, sighting)).orElse(decision);
  }

  /**
   * Ends all branches, unless somebody else has ended those of the database since they were read:
   * he may have decided otherwise, and the branches of the broker must follow. Who finds that
   * another node has already ended the branches of the broker leaves the note to that node.
   *
   * @param resolution to commit or to roll back
   * @return false if the branches of the database had ended before
   */
  boolean end(Branches branches, Resolution resolution, String by) {
    if (resolution.commits() && !branches.broker().isEmpty()) {
      branches
          .markerId()
          .or(() -> broker.lastMarkerOf(branches.node()))
          .ifPresent(broker::endSessions);
    }
    boolean inDatabase = !branches.database().isEmpty();
    if (inDatabase && !endInDatabase(branches, resolution)) {
      return false;
    }
    if (endAtBroker(branches, resolution) || inDatabase) {
      noteEnd(branches, resolution, by);
    }
    return true;
  }

  /** Ends what the database has prepared of transactions that have rolled back in this node. */
  void rollBack(RolledBackHere rolledBack) {
    for (Branches prepared : Branches.match(database.prepared(), List.of())) {
      // Asked after they were read: the id may be that of a later transaction
      if (prepared.node().equals(self)
          && prepared.database().stream().allMatch(rolledBack::contains)) {
        end(prepared, Resolution.rollBack("its node has rolled it back"), self);
      }
    }
  }

  /** False if somebody else has ended all branches of the broker. */
  private boolean endAtBroker(Branches branches, Resolution resolution) {
    boolean ended = false;
    for (BrokerBranch branch : branches.brokerInOrder()) {
      ended |= resolution.commits() ? broker.commit(branch) : broker.rollBack(branch);
    }
    return ended;
  }

  /** False if somebody else has ended the branches of the database. */
  boolean endInDatabase(Branches branches, Resolution resolution) {
    boolean ended = false;
    for (DatabaseBranch branch : branches.database()) {
      ended |= resolution.commits() ? database.commit(branch) : database.rollBack(branch);
    }
    return ended;
  }

  void noteEnd(Branches branches, Resolution resolution, String by) {
    database.noteResolved(branches, resolution, by);
    events.tell(new InDoubtEnded(branches.gtrid(), branches.node(), resolution.text()));
  }

  /**
   * Forgets what is prepared no more, and purges decisions that nobody needs.
   *
   * @param inDoubt what is prepared
   */
  void forget(Duration unseen, Duration keepDecisions, Collection<Branches> inDoubt) {
    database.forgetUnseen(unseen);
    database.purgeDecisions(
        keepDecisions,
        inDoubt.stream().map(Branches::decision).flatMap(Optional::stream).toList(),
        inDoubt.stream().flatMap(branches -> branches.consumed().stream()).toList());
  }

  InDoubt evidence(Branches branches, Sighting sighting) {
    return new InDoubt(
        branches, outcome(branches, sighting), committedAtBroker(branches), sighting);
  }

  /** Queried only if the rules need it, because the query itself decides. */
  private Outcome outcome(Branches branches, Sighting sighting) {
    if (!branches.database().isEmpty() || InDoubtRules.mayBeUnderWay(branches, sighting)) {
      return Outcome.UNKNOWN;
    }
    return branches
        .decision()
        .map(id -> database.outcome(id, self))
        .orElseGet(() -> database.outcomeOfConsumer(branches.node(), branches.consumed()));
  }

  private boolean committedAtBroker(Branches branches) {
    if (!branches.broker().isEmpty() || branches.database().isEmpty()) {
      return false;
    }
    Markers markers = broker.markers(branches.node());
    return branches.database().stream().anyMatch(branch -> markers.prove(branch.transaction()));
  }
}
