package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Transactions that are prepared and not decided.")
final class InDoubtCommand extends Noun {

  @Command(description = "Lists transactions in doubt.")
  void list(@Mixin Watch watch) {
    list(
        Address.of("in-doubt"),
        "transactions",
        "gtrid",
        "node",
        "nodeIsLive",
        "verdict",
        "firstSeenAt",
        "lastSeenAt");
  }

  @Command(description = "Resolves a transaction by evidence, or as you decide.")
  void resolve(
      @Parameters(paramLabel = "GTRID") String gtrid,
      @Option(
              names = "--force",
              paramLabel = "DECISION",
              description = "commit or roll-back, without evidence.")
          @Nullable String force,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              description = "Why you decide; kept in the audit.")
          @Nullable String reason,
      @Option(names = "--dry-run", description = "Only shows the planned action.") boolean dryRun) {
    var answer =
        api()
            .post(
                Address.of("in-doubt").name(gtrid).verb("resolve"),
                new Members()
                    .with("dryRun", dryRun ? Boolean.TRUE : null)
                    .with("force", force)
                    .with("reason", reason)
                    .build());
    output().record(answer);
  }
}
