package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(description = "Jobs that wait for their due time.")
final class JobCommand extends Noun {

  private static final Map<String, List<String>> COLUMNS =
      Map.of(
          "executions", List.of("fireId", "state", "attempt", "startedAt", "endedAt", "message"));

  @Command(
      description = "Registers a job or a schedule, in place of what waits under the same key.")
  void submit(
      @Parameters(
              paramLabel = "QUEUE",
              completionCandidates = QueueNames.class,
              description = "A worker queue; 'queue list' shows all.")
          String queue,
      @Parameters(paramLabel = "JOB", description = "The id of the job, unique in its queue.")
          String job,
      @Mixin NewJob options) {
    JsonObject answer = api().postOnce(Address.of("jobs"), options.request(queue, job));
    output().done(answer, options.sentence(answer, queue + "/" + job));
  }

  @Command(description = "Lists jobs, the next due first.")
  void list(
      @Mixin QueueFilter filter,
      @Option(
              names = "--state",
              paramLabel = "STATE",
              description = "waiting, due, overdue, retrying, or held.")
          @Nullable String state,
      @Option(names = "--prefix", paramLabel = "TEXT", description = "Whose id begins with it.")
          @Nullable String prefix,
      @Option(names = "--due-from", paramLabel = "TIME", description = "Due at this time or later.")
          @Nullable String dueFrom,
      @Option(names = "--due-before", paramLabel = "TIME", description = "Due before this time.")
          @Nullable String dueBefore,
      @Mixin PageOptions page,
      @Mixin Watch watch) {
    Address jobs =
        Address.of("jobs")
            .with("queue", filter.queue())
            .with("state", state)
            .with("prefix", prefix)
            .with("dueFrom", dueFrom)
            .with("dueBefore", dueBefore);
    list(
        jobs,
        "jobs",
        page,
        "queue",
        "jobId",
        "state",
        "dueAt",
        "recurs",
        "priority",
        "attempts",
        "lastError");
  }

  @Command(description = "Shows a job with its latest runs, its parents and children.")
  void show(@Mixin JobParameters key, @Mixin Watch watch) {
    output().record(api().get(key.job()), COLUMNS);
  }

  @Command(description = "Tells why a job has not run, or why it was late.")
  void explain(@Mixin JobParameters key) {
    explain(key.job());
  }

  @Command(description = "Cancels a job, or ends a schedule; a tracked run is asked to stop.")
  void cancel(@Mixin JobParameters key) {
    JsonObject answer = api().delete(key.job());
    switch (answer.getString("status")) {
      case "cancel-noted" -> throw nothingWaits(answer, key);
      case "cancel-requested" ->
          output().done(answer, "The run of job %s is asked to stop".formatted(key));
      default ->
          output()
              .done(
                  answer,
                  answer.getBoolean("endedSchedule", false)
                      ? "Schedule %s has ended".formatted(key)
                      : "Job %s is cancelled".formatted(key));
    }
  }

  private Failure nothingWaits(JsonObject answer, JobParameters key) {
    if (!output().isText()) {
      output().record(answer);
    }
    return new Failure(
        ExitStatus.NOT_FOUND,
        "No job waits under %s, so none is cancelled: the id is wrong, or the job is dispatched or has ended. A registration that was sent earlier and arrives within a day is dropped"
            .formatted(Output.plain(key.toString())));
  }

  @Command(
      name = "wait",
      description =
          "Waits until a tracked job has ended, or another one no longer waits. Exit status 1:"
              + " the run has not succeeded; 6: it has not ended in time.")
  void await(
      @Mixin JobParameters key,
      @Option(
              names = "--timeout",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "Waits at most so long, such as 10m.")
          @Nullable String timeout) {
    Api api = api();
    JobEnd end = new JobEnd(() -> api.get(key.job()), Patience.ofThisProcess());
    JsonObject run = end.await(ShortDurations.parsed(timeout)).orElse(JsonValue.EMPTY_JSON_OBJECT);
    if (run.isEmpty()) {
      output().done(run, "Job %s no longer waits: it is dispatched or cancelled".formatted(key));
      return;
    }
    String state = run.getString("state", "");
    String sentence =
        "Run %s of %s has ended as %s".formatted(run.getString("fireId", ""), key, state);
    if (!state.equals("FINISHED")) {
      if (!output().isText()) {
        output().record(run);
      }
      String message = run.containsKey("message") ? ": " + Output.plain(run.get("message")) : "";
      throw new Failure(ExitStatus.FAILED, Output.plain(sentence) + message);
    }
    output().done(run, sentence);
  }

  @Command(description = "Makes a job due at once.")
  void run(@Mixin JobParameters key) {
    post(key.job().verb("run-now"), null, "Job %s is due now".formatted(key));
  }

  @Command(description = "Gives a job another due time.")
  void reschedule(
      @Mixin JobParameters key,
      @Option(names = "--at", paramLabel = "TIME", description = "The new due time.")
          @Nullable String dueAt,
      @Option(
              names = "--by",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "Instead of --at: by how much it moves, such as 1h or -30m.")
          @Nullable String dueOffset) {
    post(
        key.job().verb("reschedule"),
        new Members().with("dueAt", dueAt).with("dueOffset", dueOffset).build(),
        "Job %s is moved %s".formatted(key, dueAt == null ? "by " + dueOffset : "to " + dueAt));
  }

  @Command(description = "Changes the retry policy of a waiting job, or the limit of its run.")
  void settings(
      @Mixin JobParameters key,
      @Option(
              names = "--retry",
              paramLabel = "POLICY",
              converter = ShortDurations.class,
              description =
                  "When it is tried again if it fails: none, 1m,10m,1h or 5/1m*2..6h~20%%.")
          @Nullable String retry,
      @Option(
              names = "--run-timeout",
              paramLabel = "DURATION",
              converter = ShortDurations.class,
              description = "How long its tracked run may take from its dispatch, such as 2h.")
          @Nullable String runTimeout) {
    post(
        key.job().verb("settings"),
        new Members().with("retry", retry).with("runTimeout", runTimeout).build(),
        "Job %s is set".formatted(key));
  }

  @Command(description = "Holds a job: it is not dispatched until it is released.")
  void hold(@Mixin JobParameters key) {
    post(key.job().verb("hold"), null, "Job %s is held".formatted(key));
  }

  @Command(description = "Releases a held job.")
  void release(@Mixin JobParameters key) {
    post(key.job().verb("release"), null, "Job %s is released".formatted(key));
  }
}
