package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "lease", description = "Which node dispatches.")
final class LeaseCommand extends Noun {

  @Command(description = "Lists leases with their holders.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("leases"),
        "leases",
        "partition",
        "holder",
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
        "from",
        "to",
        "reason");
  }

  @Command(name = "step-down", description = "Lets another node take the lease.")
  void stepDown(@Parameters(paramLabel = "PARTITION", defaultValue = "default") String partition) {
    post(
        address(partition).verb("step-down"),
        null,
        "The leader of %s steps down".formatted(partition));
  }

  private static Address address(String partition) {
    return Address.of("leases").name(partition);
  }
}
