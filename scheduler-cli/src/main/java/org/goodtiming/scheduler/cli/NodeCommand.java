package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "node", description = "Nodes of the cluster.")
final class NodeCommand extends Noun {

  @Command(description = "Lists nodes.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("nodes"),
        "nodes",
        "name",
        "live",
        "leads",
        "version",
        "clockOffset",
        "inDoubt",
        "goneSince");
  }
}
