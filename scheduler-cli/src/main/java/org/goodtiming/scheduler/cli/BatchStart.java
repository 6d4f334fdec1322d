package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Starts a batch operation, if it acts on as many as the user expects. */
final class BatchStart {

  private static final Address OPERATIONS = Address.of("batch-operations");

  @Option(names = "--dry-run", description = "Only counts what matches.")
  private boolean dryRun;

  @Option(
      names = "--expect",
      paramLabel = "N",
      description = "Starts only if exactly N match; exit status 5 otherwise.")
  private @Nullable Integer expected;

  @Option(
      names = "--wait",
      description =
          "Waits until the operation has ended. Without it, 'batch show' tells how far it is.")
  private boolean waits;

  /**
   * Counts, and starts unless it is a dry run.
   *
   * @param filters of the operation
   * @throws Failure if another number matches than was expected, or none was
   */
  void start(String operation, BatchFilters filters, Api api, Output output) {
    JsonObject counted =
        api.post(OPERATIONS, filters.request(operation).with("dryRun", true).build());
    int count = counted.getInt("counted");
    String size = (counted.getBoolean("more", false) ? "more than " : "") + count;
    if (dryRun) {
      output.done(counted, size + " match");
      return;
    }
    check(count, size);
    JsonObject started = api.post(OPERATIONS, filters.request(operation).build());
    String id = Output.plain(started.get("id"));
    if (waits) {
      end(OPERATIONS.name(id), count, api, output);
    } else {
      output.done(started, "Batch operation %s has started on %s".formatted(id, size));
    }
  }

  /**
   * Waits for the end.
   *
   * @throws Failure if somebody has stopped the operation
   */
  private static void end(Address address, int counted, Api api, Output output) {
    JsonObject operation = api.get(address);
    try (Progress progress = output.progress()) {
      while (operation.getString("state").equals("running") && Repetition.pause(1)) {
        operation = api.get(address);
        progress.show("%s, of %d counted".formatted(result(operation), counted));
      }
    }
    String sentence =
        "Batch operation %s is %s: %s"
            .formatted(
                Output.plain(operation.get("id")), operation.getString("state"), result(operation));
    if (!operation.getString("state").equals("finished")) {
      throw new Failure(ExitStatus.FAILED, sentence);
    }
    output.done(operation, sentence);
  }

  private static String result(JsonObject operation) {
    return "%s done, %s refused"
        .formatted(Output.plain(operation.get("done")), Output.plain(operation.get("refused")));
  }

  private void check(int count, String size) {
    if (expected == null) {
      throw new Failure(
          ExitStatus.USAGE, "%s match: repeat the command with --expect %d".formatted(size, count));
    }
    if (expected != count) {
      throw new Failure(
          ExitStatus.CONFLICT, "%s match, not %d: nothing is changed".formatted(size, expected));
    }
  }
}
