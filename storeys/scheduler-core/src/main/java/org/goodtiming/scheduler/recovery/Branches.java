package org.goodtiming.scheduler.recovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** The prepared branches of one transaction on both sides; at least one. */
record Branches(
    String gtrid, String node, List<DatabaseBranch> database, List<BrokerBranch> broker) {

  /** Groups branches by transaction. */
  static Collection<Branches> match(List<DatabaseBranch> database, List<BrokerBranch> broker) {
    Map<String, Branches> all = new TreeMap<>();
    database.forEach(branch -> of(branch.id(), all).database.add(branch));
    broker.forEach(branch -> of(branch.id(), all).broker.add(branch));
    return all.values().stream().map(Branches::named).toList();
  }

  private static Branches of(BranchId id, Map<String, Branches> all) {
    return all.computeIfAbsent(
        id.gtrid(),
        gtrid -> new Branches(gtrid, BranchId.UNKNOWN, new ArrayList<>(), new ArrayList<>()));
  }

  /** By its marker, or as the ids tell. */
  private Branches named() {
    return ids()
        .map(BranchId::node)
        .filter(each -> !each.equals(BranchId.UNKNOWN))
        .findFirst()
        .map(this::ofNode)
        .orElse(this);
  }

  Branches ofNode(String named) {
    return new Branches(gtrid, named, database, broker);
  }

  boolean isOfKnownNode() {
    return !node.equals(BranchId.UNKNOWN);
  }

  /** The branch with the marker first, whose node is that of the marker. */
  private Stream<BranchId> ids() {
    return Stream.concat(
        broker.stream()
            .sorted(Comparator.comparing(branch -> branch.decision().isEmpty()))
            .map(BrokerBranch::id),
        database.stream().map(DatabaseBranch::id));
  }

  /** Whether the scheduler began it, and not an application that shares the node. */
  boolean ours() {
    return database.stream().anyMatch(DatabaseBranch::ours)
        || decision().isPresent()
        || broker.stream().anyMatch(BrokerBranch::ownQueue);
  }

  /** The row that the database's branch has written, as the broker's branch names it. */
  Optional<UUID> decision() {
    return broker.stream().map(BrokerBranch::decision).flatMap(Optional::stream).findFirst();
  }

  /** The JMSMessageID of its marker; empty if the branch with the marker has ended. */
  Optional<String> markerId() {
    return broker.stream().map(BrokerBranch::markerId).flatMap(Optional::stream).findFirst();
  }

  /** The registrations or reports that it consumes, by JMSMessageID. */
  List<String> consumed() {
    return broker.stream().flatMap(branch -> branch.consumed().stream()).toList();
  }

  /**
   * The broker's branches in the order in which to end them. The branch that names the decision is
   * the last, so that it is still there if a crash interrupts the resolution.
   */
  List<BrokerBranch> brokerInOrder() {
    return broker.stream()
        .sorted(Comparator.comparing(branch -> branch.decision().isPresent()))
        .toList();
  }

  /** Whether the ids tell the order in which the branches prepared. */
  boolean isOrdered() {
    return ids().noneMatch(id -> id.index() == BranchId.NO_INDEX);
  }

  /** Whether a branch that prepared before a prepared branch is no longer prepared. */
  boolean oneHasEnded() {
    return ids().mapToInt(BranchId::index).max().orElse(0) >= ids().count();
  }
}
