package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Jobs that recur. 'job submit --recurrence' creates one.")
final class ScheduleCommand extends Noun {

  @Command(description = "Lists schedules.")
  void list(
      @Mixin QueueFilter filter,
      @Option(names = "--state", paramLabel = "STATE", description = "active, paused, or ended.")
          @Nullable String state,
      @Mixin PageOptions page,
      @Mixin Watch watch) {
    list(
        Address.of("schedules").with("queue", filter.queue()).with("state", state),
        "schedules",
        page,
        "queue",
        "jobId",
        "state",
        "nextPlannedAt",
        "runs",
        "recurrence");
  }

  @Command(description = "Shows a schedule.")
  void show(@Mixin JobParameters key) {
    show(key.schedule());
  }

  @Command(description = "Lists the runs of a schedule.")
  void runs(@Mixin JobParameters key, @Mixin PageOptions page) {
    list(
        key.schedule().verb("executions"),
        "executions",
        page,
        "fireId",
        "state",
        "attempt",
        "dueAt",
        "startedAt",
        "endedAt",
        "message");
  }

  @Command(description = "Says in words what a recurrence means, and its next times.")
  void preview(
      @Parameters(paramLabel = "RECURRENCE") String recurrence,
      @Option(names = "--after", paramLabel = "TIME", description = "Times after this one.")
          @Nullable String after,
      @Option(
              names = "--runs",
              paramLabel = "N",
              defaultValue = "5",
              description = "How many times.")
          int runs) {
    Address address =
        Address.of("schedules/preview")
            .with("recurrence", recurrence)
            .with("after", after)
            .with("runs", runs);
    var preview = api().get(address);
    if (!output().isText()) {
      output().record(preview);
      return;
    }
    output().text(Output.plain(preview.get("meaning")));
    for (var time : preview.getJsonArray("occurrences").getValuesAs(JsonObject.class)) {
      String due = time.containsKey("dueAt") ? time.getString("localAt", "") : null;
      String reason = time.containsKey("reason") ? ": " + Output.plain(time.get("reason")) : "";
      output()
          .text(
              due == null
                  ? "  not " + time.getString("localAt", "") + reason
                  : "  " + due + reason);
    }
  }

  @Command(
      description =
          "Compares a schedule with the JSON of 'schedule show', or the body of its registration."
              + " Exit status 1: they differ.")
  void diff(@Mixin JobParameters key, @Parameters(index = "2", paramLabel = "FILE") String file) {
    JsonObject stored = api().get(key.schedule()).getJsonObject("registration");
    if (stored == null) {
      throw new Failure(
          ExitStatus.FORBIDDEN,
          "Schedule %s has ended, or you may not read its registration"
              .formatted(Output.plain(key.toString())));
    }
    List<Difference> differences = Difference.between(stored, registration(file));
    if (output().isText()) {
      differences.forEach(each -> each.lines().forEach(output()::text));
    } else {
      output().rows(differences.stream().map(Difference::json).toList(), List.of());
    }
    if (!differences.isEmpty()) {
      throw new Failure(
          ExitStatus.FAILED,
          "%d members differ between the schedule and %s".formatted(differences.size(), file));
    }
  }

  /** The key is in the path of the request; a file may repeat it. */
  private static JsonObject registration(String file) {
    if (!(Members.parse(Payload.text(file)) instanceof JsonObject json)) {
      throw new Failure(ExitStatus.USAGE, file + " is not a JSON object");
    }
    JsonObject whole = json.containsKey("registration") ? json.getJsonObject("registration") : json;
    return Json.createObjectBuilder(whole).remove("queue").remove("jobId").build();
  }

  @Command(description = "Pauses a schedule.")
  void pause(
      @Mixin JobParameters key,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              description = "Resumes by itself at this time.")
          @Nullable String until) {
    post(
        key.schedule().verb("pause"),
        new Members().with("until", until).build(),
        "Schedule %s is paused".formatted(key));
  }

  @Command(description = "Resumes a paused schedule.")
  void resume(@Mixin JobParameters key) {
    post(key.schedule().verb("resume"), null, "Schedule %s is resumed".formatted(key));
  }

  @Command(description = "Skips the next run of a schedule: the next planned one follows.")
  void skip(@Mixin JobParameters key) {
    // A dispatch in between must not have another run skipped
    String next = api().get(key.schedule()).getString("nextPlannedAt", null);
    JsonObject schedule =
        api().post(key.schedule().verb("skip"), new Members().with("plannedAt", next).build());
    output()
        .done(
            schedule,
            "Schedule %s skips a run; the next one is planned for %s"
                .formatted(key, ScheduleTimes.local(schedule).getString("nextPlannedAt", "")));
  }

  @Command(description = "Adds a run for each planned time of a range that has passed.")
  void backfill(
      @Mixin JobParameters key,
      @Option(
              names = "--from",
              paramLabel = "TIME",
              required = true,
              description = "The first planned time, or before.")
          String from,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              required = true,
              description = "After the last planned time.")
          String until,
      @Option(
              names = "--pace",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "From each run to the next one, such as 5s.")
          @Nullable String pace,
      @Option(names = "--dry-run", description = "Only counts the runs.") boolean dryRun) {
    // The answer has no recurrence, whose zone the times have
    ZoneId zone = ScheduleTimes.zone(api().get(key.schedule()).getString("recurrence", ""));
    JsonObject added =
        api()
            .postOnce(
                key.schedule().verb("backfill"),
                new Members()
                    .with("from", from)
                    .with("until", until)
                    .with("pace", pace)
                    .with("dryRun", dryRun ? Boolean.TRUE : null)
                    .build());
    int runs = added.getInt("runs");
    output()
        .done(
            added,
            "%s %s added to schedule %s%s"
                .formatted(
                    runs == 1 ? "1 run" : runs + " runs",
                    dryRun ? "would be" : runs == 1 ? "is" : "are",
                    key,
                    added.containsKey("first")
                        ? ", for the times from %s to %s"
                            .formatted(
                                ScheduleTimes.local(added.getString("first"), zone),
                                ScheduleTimes.local(added.getString("last"), zone))
                        : ""));
  }

  @Command(description = "Ends a schedule: it has no further run.")
  void end(@Mixin JobParameters key) {
    delete(key.schedule(), "Schedule %s has ended".formatted(key));
  }

  @Command(description = "Tells why a schedule has no run, or why its run was late.")
  void explain(@Mixin JobParameters key) {
    explain(key.schedule());
  }
}
