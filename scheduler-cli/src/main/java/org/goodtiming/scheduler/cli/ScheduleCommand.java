package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "schedule", description = "Jobs that recur. 'job submit --recurrence' creates one.")
final class ScheduleCommand extends Noun {

  @Command(description = "Lists schedules.")
  void list(
      @Option(names = "--queue", paramLabel = "QUEUE", description = "Of this queue.")
          @Nullable String queue,
      @Option(names = "--state", paramLabel = "STATE", description = "active, paused, or ended.")
          @Nullable String state,
      @Mixin PageOptions page,
      @Mixin Watch watch) {
    list(
        Address.of("schedules").with("queue", queue).with("state", state),
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
  void show(
      @Parameters(paramLabel = "QUEUE") String queue, @Parameters(paramLabel = "JOB") String job) {
    show(address(queue, job));
  }

  @Command(description = "Lists the runs of a schedule.")
  void runs(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Parameters(paramLabel = "JOB") String job,
      @Mixin PageOptions page) {
    list(
        address(queue, job).verb("executions"),
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
    for (var time :
        preview.getJsonArray("occurrences").getValuesAs(jakarta.json.JsonObject.class)) {
      String due = time.getString("dueAt", null);
      String reason = time.containsKey("reason") ? ": " + Output.plain(time.get("reason")) : "";
      output()
          .text(
              due == null
                  ? "  not " + time.getString("omittedAt", "") + reason
                  : "  " + due + reason);
    }
  }

  @Command(description = "Pauses a schedule.")
  void pause(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Parameters(paramLabel = "JOB") String job,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              description = "Resumes by itself at this time.")
          @Nullable String until) {
    post(
        address(queue, job).verb("pause"),
        new Members().with("until", until).build(),
        "Schedule %s/%s is paused".formatted(queue, job));
  }

  @Command(description = "Resumes a paused schedule.")
  void resume(
      @Parameters(paramLabel = "QUEUE") String queue, @Parameters(paramLabel = "JOB") String job) {
    post(
        address(queue, job).verb("resume"),
        null,
        "Schedule %s/%s is resumed".formatted(queue, job));
  }

  @Command(description = "Tells why a schedule has no run, or why its run was late.")
  void explain(
      @Parameters(paramLabel = "QUEUE") String queue, @Parameters(paramLabel = "JOB") String job) {
    explain(address(queue, job));
  }

  private static Address address(String queue, String job) {
    return Address.of("schedules").name(queue).id(job);
  }
}
