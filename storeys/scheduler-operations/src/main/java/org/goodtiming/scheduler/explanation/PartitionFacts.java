package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a partition.
 *
 * @param leads whether a node holds it
 * @param lastSeenAt when the last leader released it or renewed it; null if nobody ever led
 * @param candidates nodes that run and name the partition in their settings
 * @param outage null while a node leads, and if the broker answers the node that explains
 */
public record PartitionFacts(
    String name,
    boolean leads,
    @Nullable Instant lastSeenAt,
    List<Candidate> candidates,
    @Nullable BrokerOutage outage) {

  /**
   * A node that may lead the partition.
   *
   * @param drain null if the node dispatches
   */
  public record Candidate(String node, @Nullable Drain drain) {}

  /** An operator has taken the dispatch from a node. */
  public record Drain(Instant since, String by) {}

  /**
   * The broker does not answer a node.
   *
   * @param error in one line
   */
  public record BrokerOutage(String node, Instant since, String error) {}
}
