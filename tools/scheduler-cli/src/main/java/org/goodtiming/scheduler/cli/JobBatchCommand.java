package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description =
        "Jobs that belong together. 'job submit --batch' adds a member; 'run list --job-batch' lists"
            + " them.")
final class JobBatchCommand extends Noun {

  private static final int BAR = 40;

  @Command(description = "Lists job batches, the latest first.")
  void list(@Mixin PageOptions page, @Mixin Watch watch) {
    list(
        Address.of("job-batches"),
        "jobBatches",
        page,
        "id",
        "state",
        "size",
        "total",
        "waiting",
        "running",
        "finished",
        "failed",
        "cancelled",
        "missing",
        "createdAt");
  }

  @Command(description = "Shows the progress of a job batch, and the jobs that wait for it.")
  void show(@Parameters(paramLabel = "BATCH") String batch, @Mixin Watch watch) {
    JsonObject answer = api().get(address(batch));
    if (output().isText()) {
      output().text(progress(answer));
    }
    output().record(answer);
  }

  /** How many have ended of those that are known. */
  private static String progress(JsonObject batch) {
    int known = Math.max(batch.getInt("size", 0), batch.getInt("total"));
    int missing = batch.getInt("missing");
    int ended =
        batch.getInt("finished") + batch.getInt("failed") + batch.getInt("cancelled") + missing;
    int absent = known - batch.getInt("total") - missing;
    int done = known == 0 ? 0 : (int) ((long) BAR * ended / known);
    return String.format(
            Locale.ROOT,
            "[%s%s] %,d of %,d ended, %,d failed",
            "#".repeat(done),
            "-".repeat(BAR - done),
            ended,
            known,
            batch.getInt("failed"))
        + (missing > 0 ? String.format(Locale.ROOT, ", %,d missing", missing) : "")
        + (absent > 0 ? String.format(Locale.ROOT, ", %,d not registered", absent) : "");
  }

  @Command(description = "Closes a job batch, which has this number of members.")
  void close(
      @Parameters(paramLabel = "BATCH") String batch,
      @Option(
              names = "--size",
              paramLabel = "N",
              required = true,
              description = "The number of members; no more are accepted.")
          int size,
      @Option(
              names = "--timeout",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "How long members may be missing; 1d if not given.")
          @Nullable String timeout) {
    put(
        address(batch),
        new Members().with("size", size).with("timeout", timeout).build(),
        "Job batch %s is closed with %d members".formatted(batch, size));
  }

  @Command(
      description =
          "Cancels the members that wait, and asks the workers of the others to stop. Other"
              + " members may still be registered.")
  void cancel(@Parameters(paramLabel = "BATCH") String batch, @Mixin BatchStart start) {
    start("cancel-runs", batch, start);
  }

  @Command(description = "Runs the failed members of a job batch again.")
  void again(@Parameters(paramLabel = "BATCH") String batch, @Mixin BatchStart start) {
    start("run-again", batch, start);
  }

  private void start(String operation, String batch, BatchStart start) {
    BatchFilters filters = new BatchFilters();
    filters.jobBatch = batch;
    start.start(operation, filters, api(), output());
  }

  private static Address address(String batch) {
    return Address.of("job-batches").id(batch);
  }
}
