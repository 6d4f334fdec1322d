package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Nodes of the cluster.")
final class NodeCommand extends Noun {

  @Command(description = "Lists nodes.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("nodes"),
        "nodes",
        "name",
        "live",
        "leads",
        "dispatches",
        "registers",
        "version",
        "clockOffset",
        "inDoubt",
        "seenAt",
        "goneSince");
  }

  @Command(
      description = "Has a node finish what it has and take nothing new, also after a restart.")
  void drain(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--only",
              paramLabel = "dispatch|registration",
              description = "The other kind of work continues.")
          @Nullable String only) {
    post(
        Address.of("nodes").name(name).verb("drain"),
        new Members().with("only", only).build(),
        "Node %s is drained".formatted(name));
  }

  @Command(description = "Has a drained node work again.")
  void resume(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--only",
              paramLabel = "dispatch|registration",
              description = "Only this kind of work.")
          @Nullable String only) {
    post(
        Address.of("nodes").name(name).verb("resume"),
        new Members().with("only", only).build(),
        "Node %s is resumed".formatted(name));
  }
}
