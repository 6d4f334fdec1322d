package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(description = "Which node dispatches.")
final class LeaseCommand extends Noun {

  @Command(description = "Lists leases with their holders.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("leases"),
        "leases",
        "partition",
        "holder",
        "preferredNode",
        "epoch",
        "state",
        "queues",
        "acquiredAt",
        "lastRunAt");
  }

  @Command(description = "Lists who held a lease.")
  void history(
      @Parameters(paramLabel = "PARTITION", defaultValue = "default") String partition,
      @Mixin PageOptions page) {
    list(
        address(partition).verb("history"),
        "holders",
        page,
        "epoch",
        "holder",
        "acquiredAt",
        "endedAt",
        "reason");
  }

  @Command(name = "step-down", description = "Lets another node take the lease.")
  void stepDown(@Parameters(paramLabel = "PARTITION", defaultValue = "default") String partition) {
    post(
        address(partition).verb("step-down"),
        null,
        "The leader of %s steps down".formatted(partition));
  }

  @Command(description = "Names the node that leads the partition while it can, or none.")
  void prefer(
      @Parameters(paramLabel = "PARTITION") String partition,
      @Parameters(paramLabel = "NODE", arity = "0..1", description = "Any node if absent.")
          @Nullable String node) {
    Address preferred = address(partition).verb("preferred-node");
    if (node == null) {
      delete(preferred, "Any node may lead %s".formatted(partition));
    } else {
      put(
          preferred,
          new Members().with("node", node).build(),
          "Node %s is preferred for %s".formatted(node, partition));
    }
  }

  private static Address address(String partition) {
    return Address.of("leases").name(partition);
  }
}
