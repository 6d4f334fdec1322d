package org.goodtiming.scheduler.explanation;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.explanation.PartitionFacts.BrokerOutage;
import org.goodtiming.scheduler.explanation.PartitionFacts.Candidate;
import org.goodtiming.scheduler.policy.Cause;
import org.goodtiming.scheduler.policy.Cure;
import org.jspecify.annotations.Nullable;

/** The causes that keep nodes from leading a partition. */
record PartitionCauses(PartitionFacts partition) {

  /** Empty if a node leads it. */
  Stream<Cause> all() {
    if (partition.leads()) {
      return Stream.of();
    }
    List<Cause> known =
        Stream.of(brokerAway(partition.outage()), allDrained(partition.candidates()))
            .filter(Objects::nonNull)
            .toList();
    return known.isEmpty() ? Stream.of(unknown()) : known.stream();
  }

  private String noLeader() {
    return "no node leads partition %s: ".formatted(partition.name());
  }

  private @Nullable Cause brokerAway(@Nullable BrokerOutage outage) {
    return outage == null
        ? null
        : Cause.of(
            "broker-away",
            noLeader()
                + "the broker does not answer node %s (%s): start the broker, or repair its connection to the node"
                    .formatted(outage.node(), outage.error()),
            outage.since());
  }

  private @Nullable Cause allDrained(List<Candidate> candidates) {
    if (candidates.isEmpty() || candidates.stream().anyMatch(node -> node.drain() == null)) {
      return null;
    }
    String text =
        candidates.stream().map(PartitionCauses::drained).collect(Collectors.joining(", "));
    String first = candidates.get(0).node();
    return Cause.of(
            "nodes-drained",
            noLeader() + "all nodes that may lead it are drained: " + text,
            partition.lastSeenAt())
        .with(Cure.post("resume node " + first, "nodes", first, "resume"));
  }

  private static String drained(Candidate candidate) {
    PartitionFacts.Drain drain = Objects.requireNonNull(candidate.drain());
    return "%s by %s since %s".formatted(candidate.node(), drain.by(), drain.since());
  }

  private Cause unknown() {
    String able =
        partition.candidates().stream()
            .filter(node -> node.drain() == null)
            .map(Candidate::node)
            .collect(Collectors.joining(", "));
    String text =
        able.isEmpty()
            ? "start a node that names it in scheduler.lease.partitions, or set another partition for the queue"
            : "%s may lead it, which takes some seconds after a failure: if it lasts, the log of the node has the reason"
                .formatted(able);
    return Cause.of("no-leader", noLeader() + text, partition.lastSeenAt());
  }
}
