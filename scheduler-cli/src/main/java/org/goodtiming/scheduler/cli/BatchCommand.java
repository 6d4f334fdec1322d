package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "batch", description = "One operation on all that matches.")
final class BatchCommand extends Noun {

  @Command(
      description = "Starts an operation on all jobs, ended runs or quarantined rows that match.")
  void start(
      @Parameters(
              paramLabel = "OPERATION",
              description =
                  "cancel, reschedule, run-now, hold, release, resubmit, delete, or run-again.")
          String operation,
      @Mixin BatchFilters filters,
      @Option(names = "--dry-run", description = "Only counts what matches.") boolean dryRun,
      @Option(
              names = "--expect",
              paramLabel = "N",
              description = "Starts only if exactly N match; exit status 5 otherwise.")
          @Nullable Integer expected) {
    JsonObject counted =
        api()
            .post(
                Address.of("batch-operations"),
                filters.request(operation).with("dryRun", true).build());
    int count = counted.getInt("counted");
    String size = (counted.getBoolean("more", false) ? "more than " : "") + count;
    if (dryRun) {
      output().done(counted, size + " match");
      return;
    }
    check(count, size, expected);
    JsonObject started =
        api().post(Address.of("batch-operations"), filters.request(operation).build());
    output()
        .done(
            started,
            "Batch operation %s has started on %s"
                .formatted(Output.plain(started.get("id")), size));
  }

  private void check(int count, String size, @Nullable Integer expected) {
    if (expected != null && expected != count) {
      throw new Failure(
          ExitStatus.CONFLICT, "%s match, not %d: nothing is changed".formatted(size, expected));
    }
    if (expected == null) {
      throw new Failure(
          ExitStatus.USAGE, "%s match: repeat the command with --expect %d".formatted(size, count));
    }
  }

  @Command(description = "Lists batch operations, the latest first.")
  void list(@Mixin PageOptions page, @Mixin Watch watch) {
    list(
        Address.of("batch-operations"),
        "batchOperations",
        page,
        "id",
        "operation",
        "state",
        "counted",
        "done",
        "refused",
        "requestedBy",
        "requestedAt");
  }

  @Command(description = "Shows a batch operation.")
  void show(@Parameters(paramLabel = "ID") long id, @Mixin Watch watch) {
    show(address(id));
  }

  @Command(description = "Stops a batch operation; what is done stays done.")
  void stop(@Parameters(paramLabel = "ID") long id) {
    delete(address(id), "Batch operation %d is stopped".formatted(id));
  }

  private static Address address(long id) {
    return Address.of("batch-operations").name(String.valueOf(id));
  }
}
