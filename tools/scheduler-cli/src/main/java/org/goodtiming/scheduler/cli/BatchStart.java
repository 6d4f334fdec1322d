package org.goodtiming.scheduler.cli;

import static java.util.stream.Collectors.joining;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.stream.Stream;
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
      description =
          "Starts only if exactly N match, or for 1000+ if more than 1000 do; exit status 5"
              + " otherwise.")
  private @Nullable String expected;

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
    String size = size(counted);
    String notes =
        schedules(operation, counted, filters.schedules) + grants(counted) + moves(counted);
    if (dryRun || count == 0 && expected == null) {
      output.done(counted, size + " match" + notes);
      return;
    }
    check(counted.getBoolean("more", false) ? count + "+" : String.valueOf(count), size, notes);
    JsonObject started = api.postOnce(OPERATIONS, filters.request(operation).build());
    String id = Output.plain(started.get("id"));
    String sentence = "Batch operation %s has started on %s".formatted(id, size);
    if (waits) {
      output.note(sentence);
      await(id, size, api, output);
    } else {
      output.done(started, sentence);
    }
  }

  /** Beyond 1,000 the API estimates. */
  private static String size(JsonObject counted) {
    int count = counted.getInt("counted");
    int estimate = counted.getInt("estimate", 0);
    if (!counted.getBoolean("more", false)) {
      return String.valueOf(count);
    }
    return "more than " + count + (estimate > count ? " (about " + estimate + ")" : "");
  }

  private static void await(String id, String counted, Api api, Output output) {
    BatchEnd end = new BatchEnd(id, () -> api.get(OPERATIONS.name(id)), Patience.ofThisProcess());
    JsonObject operation;
    try (Progress progress = output.progress()) {
      operation = end.await(counted, progress);
    }
    output.done(operation, end.sentence(operation));
  }

  /** What becomes of schedules whose next runs match. */
  private static String schedules(String operation, JsonObject counted, boolean changed) {
    int schedules = counted.getInt("schedules", 0);
    if (schedules == 0) {
      return "";
    }
    String names =
        counted.getJsonArray("scheduleNames").stream().map(Output::plain).collect(joining(", "));
    boolean one = schedules == 1;
    String count = one ? "1 schedule" : schedules + " schedules";
    return changed
        ? (operation.equals("cancel")
                ? "; this ends %s: %s"
                : "; this moves the next run%3$s of %1$s: %2$s")
            .formatted(count, names, one ? "" : "s")
        : "; %s too, and %s left alone%s: %s"
            .formatted(
                count + (one ? " matches" : " match"),
                one ? "is" : "are",
                operation.equals("hold") ? "" : " unless you give --schedules",
                names);
  }

  private static String grants(JsonObject counted) {
    return rows(counted, "withoutGrant")
        .map(row -> "%s (%s)".formatted(shown(row, "queue"), shown(row, "counted")))
        .reduce("%s, %s"::formatted)
        .map("; you have no grant for %s, which would be refused"::formatted)
        .orElse("");
  }

  /** The due time of the first job before and after a move, and how many are due at once. */
  private static String moves(JsonObject counted) {
    int dueAtOnce = counted.getInt("dueAtOnce", 0);
    return rows(counted, "samples")
            .filter(row -> row.containsKey("newDueAt"))
            .findFirst()
            .map(
                row ->
                    "; %s/%s from %s to %s"
                        .formatted(
                            shown(row, "queue"),
                            shown(row, "jobId"),
                            shown(row, "dueAt"),
                            shown(row, "newDueAt")))
            .orElse("")
        + (dueAtOnce == 0 ? "" : "; %d are due at once then".formatted(dueAtOnce));
  }

  private static Stream<JsonObject> rows(JsonObject counted, String member) {
    return counted
        .getOrDefault(member, JsonValue.EMPTY_JSON_ARRAY)
        .asJsonArray()
        .getValuesAs(JsonObject.class)
        .stream();
  }

  private static String shown(JsonObject row, String member) {
    return Output.plain(row.get(member));
  }

  private void check(String count, String size, String notes) {
    if (expected == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "%s match%s: repeat the command with --expect %s".formatted(size, notes, count));
    }
    if (!expected.equals(count)) {
      throw new Failure(
          ExitStatus.CONFLICT,
          "%s match, not %s: nothing is changed; --expect %s starts on them"
              .formatted(size, expected, count));
    }
  }
}
