package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands without a verb: about the whole installation. */
final class SystemCommands {

  private SystemCommands() {}

  @Command(description = "Finds a job, run, schedule, message or definition by its id.")
  static final class Search extends Noun implements Runnable {
    @Parameters(paramLabel = "TEXT", description = "An id, or how a job id begins.")
    String text = "";

    @Override
    public void run() {
      list(
          Address.of("search").with("q", text),
          "found",
          "kind",
          "queue",
          "jobId",
          "recurs",
          "fireId",
          "id",
          "name",
          "subject",
          "state",
          "at");
    }
  }

  @Command(description = "What will be due.")
  static final class Forecast extends Noun implements Runnable {
    @Option(names = "--from", paramLabel = "TIME", description = "Now, if not given.")
    @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "A day later, if not given.")
    @Nullable String to;

    @Option(
        names = "--step",
        paramLabel = "DURATION",
        converter = ShortDurations.class,
        description = "Such as 1h.")
    @Nullable String step;

    @Option(
        names = "--queue",
        paramLabel = "QUEUE",
        completionCandidates = QueueNames.class,
        description = "Of this queue.")
    @Nullable String queue;

    @Override
    public void run() {
      Address address =
          Address.of("forecast")
              .with("from", from)
              .with("to", to)
              .with("step", step)
              .with("queue", queue);
      JsonObject forecast = api().get(address);
      output()
          .rows(
              forecast.getJsonArray("intervals").getValuesAs(JsonObject.class),
              List.of("at", "jobs", "runs"));
      if (forecast.containsKey("computedUntil")) {
        output()
            .note(
                "The numbers of runs after %s are too small"
                    .formatted(forecast.getString("computedUntil")));
      }
    }
  }

  @Command(description = "Lists changes by people, the latest first.")
  static final class Audit extends Noun implements Runnable {
    @Option(names = "--by", paramLabel = "NAME", description = "By this user.")
    @Nullable String by;

    @Option(names = "--action", paramLabel = "ACTION", description = "Of this kind.")
    @Nullable String action;

    @Option(names = "--subject", paramLabel = "TEXT", description = "Of this job, queue, user, ...")
    @Nullable String subject;

    @Mixin PageOptions page = new PageOptions();

    @Override
    public void run() {
      list(
          Address.of("audit").with("user", by).with("action", action).with("subject", subject),
          "audit",
          page,
          "changedAt",
          "changedBy",
          "action",
          "subject",
          "node");
    }
  }

  @Command(
      description = "The state of the installation: queues, leases, nodes, what needs attention.")
  static final class Top extends Noun implements Runnable {
    @Mixin Watch watch = new Watch();

    @Override
    public void run() {
      JsonObject overview = api().get(Address.of("overview"));
      if (!output().isText()) {
        output().record(overview);
        return;
      }
      JsonObject failures = api().get(Address.of("failures"));
      int failed = sum(failures, "errors", "runs");
      int held = sum(failures, "held", "jobs");
      output()
          .text(
              "quarantined %s, in doubt %s, failed runs %d, held by failures %d%s\n"
                  .formatted(
                      Output.plain(overview.get("quarantined")),
                      Output.plain(overview.get("inDoubt")),
                      failed,
                      held,
                      failed + held > 0 ? ": see 'run failures'" : ""));
      rows(
          overview,
          "workerQueues",
          "name",
          "state",
          "waiting",
          "due",
          "overdue",
          "retrying",
          "oldestDueAt",
          "problem");
      rows(
          overview,
          "leases",
          "partition",
          "holder",
          "epoch",
          "state",
          "queues",
          "acquiredAt",
          "lastRunAt");
      rows(overview, "nodes", "name", "live", "leads", "inDoubt");
    }

    private static int sum(JsonObject failures, String member, String count) {
      return failures.getJsonArray(member).getValuesAs(JsonObject.class).stream()
          .mapToInt(row -> row.getInt(count))
          .sum();
    }

    private void rows(JsonObject overview, String member, String... columns) {
      output().rows(overview.getJsonArray(member).getValuesAs(JsonObject.class), List.of(columns));
      output().text("");
    }
  }
}
