package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options of a job that is submitted. Whether they fit together is for the scheduler to say. */
final class NewJob {

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Due time, such as 2030-01-31T06:00:00Z.")
  @Nullable String dueAt;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      converter = ShortDurations.class,
      description = "Due after this time, such as 30m, or '3 working days' with a calendar.")
  @Nullable String delay;

  @Option(
      names = "--calendar",
      paramLabel = "NAME",
      description = "Of a schedule or of working time: excludes times.")
  @Nullable String calendar;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Time zone of a schedule or of working time, such as Europe/Berlin.")
  @Nullable String zone;

  @Option(
      names = "--recurrence",
      paramLabel = "TEXT",
      description = "Makes it a schedule, such as 'cron:0 0 6 * * ? zone=Europe/Berlin'.")
  @Nullable String recurrence;

  @Option(
      names = "--misfire",
      paramLabel = "POLICY",
      converter = ShortDurations.class,
      description =
          "What a schedule does with missed runs: fire-once (if not given), fire-once-counted, skip, skip-counted, fire-all, or fire-all/30m.")
  @Nullable String misfire;

  @Option(
      names = "--overlap",
      paramLabel = "POLICY",
      converter = ShortDurations.class,
      description =
          "What a schedule does while a run is active: allow (if not given), wait, wait/2h, skip, or cancel (the active one).")
  @Nullable String overlap;

  @Option(
      names = "--pause-after-failures",
      paramLabel = "RUNS",
      description = "Pauses a schedule after so many failed runs in a row.")
  @Nullable Integer pauseAfterFailures;

  @Option(
      names = "--definition",
      paramLabel = "NAME",
      description = "Supplies the values that are not given here.")
  @Nullable String definition;

  @Option(names = "--priority", paramLabel = "0-9", description = "9 first.")
  @Nullable Integer priority;

  @Option(
      names = "--group",
      paramLabel = "KEY",
      description = "Jobs of a group are worked on in order.")
  @Nullable String group;

  @Option(
      names = "--expires-at",
      paramLabel = "TIME",
      description = "Not dispatched after this time.")
  @Nullable String expiresAt;

  @Option(
      names = "--if-exists",
      paramLabel = "WHAT",
      description =
          "What becomes of a job that waits under the same key: replace (if not given), update, keep, or reject.")
  @Nullable String ifExists;

  @Option(names = "--tracked", description = "Keeps state and result of its run.")
  @Nullable Boolean tracked;

  @Option(
      names = "--retry",
      paramLabel = "POLICY",
      converter = ShortDurations.class,
      description =
          "When it is tried again if its worker fails: none, 1m,10m,1h or 5/1m*2..6h~20%%.")
  @Nullable String retry;

  @Option(
      names = "--run-timeout",
      paramLabel = "DURATION",
      converter = ShortDurations.class,
      description = "How long its tracked run may take from the dispatch, such as 2h.")
  @Nullable String runTimeout;

  @Option(names = "--batch", paramLabel = "BATCH", description = "Is a member of this job batch.")
  @Nullable String batch;

  @Option(
      names = "--after",
      paramLabel = "QUEUE/JOB",
      description = "Waits for the end of this job; may be given several times.")
  @Nullable List<String> parents;

  @Option(
      names = "--after-batch",
      paramLabel = "BATCH",
      description = "Waits until all members of this job batch have ended.")
  @Nullable String afterBatch;

  @Option(
      names = "--on-batch-failure",
      paramLabel = "BATCH",
      description = "Waits until a member of this job batch has failed.")
  @Nullable String onBatchFailure;

  @Option(
      names = "--if-parent-fails",
      paramLabel = "WHAT",
      description = "What becomes of it then: hold (if not given), cancel, or run.")
  @Nullable String ifParentFails;

  @Option(
      names = "--parent-timeout",
      paramLabel = "DURATION",
      converter = ShortDurations.class,
      description = "How long a parent may not be registered; 1d if not given.")
  @Nullable String parentTimeout;

  @Option(names = "--content-type", paramLabel = "TYPE", description = "Type of the payload.")
  @Nullable String contentType;

  @Option(
      names = "--property",
      paramLabel = "x_NAME=VALUE",
      description = "A property for the worker; its name begins with x_.")
  @Nullable Map<String, String> properties;

  @ArgGroup @Nullable Payload payload;

  /** Describes the result of the registration and the next due time. */
  String sentence(JsonObject answer, String key) {
    String kind = recurrence == null ? "Job" : "Schedule";
    if (answer.getString("status").equals("kept")) {
      return "%s waits already, and is kept as it is".formatted(key);
    }
    if (onBatchFailure != null) {
      return "Job %s is registered, and is due when batch %s has failed"
          .formatted(key, onBatchFailure);
    }
    if (parents != null || afterBatch != null) {
      return "Job %s is registered, and is due when its parents have ended".formatted(key);
    }
    String dueAt = answer.getString("dueAt", null);
    if (dueAt == null) {
      return "%s %s is registered".formatted(kind, key);
    }
    ZoneId local = zone == null ? null : ScheduleTimes.named(zone);
    if (local == null && recurrence != null) {
      local = ScheduleTimes.zone(recurrence);
    }
    return "%s %s is registered, %s %s"
        .formatted(
            kind,
            key,
            recurrence == null ? "due at" : "its next run is due at",
            ScheduleTimes.local(dueAt, local));
  }

  /**
   * @throws Failure if the payload cannot be read
   */
  JsonObject request(String queue, String jobId) {
    Members job =
        new Members()
            .with("queue", queue)
            .with("jobId", jobId)
            .with("dueAt", dueAt)
            .with("delay", delay)
            .with("calendar", calendar)
            .with("zone", zone)
            .with("recurrence", recurrence)
            .with("misfire", misfire)
            .with("overlap", overlap)
            .with("pauseAfterFailures", pauseAfterFailures)
            .with("definition", definition)
            .with("priority", priority)
            .with("group", group)
            .with("expiresAt", expiresAt)
            .with("ifExists", ifExists)
            .with("tracked", tracked)
            .with("retry", retry)
            .with("runTimeout", runTimeout)
            .with("batch", batch)
            .with("after", parents)
            .with("afterBatch", afterBatch)
            .with("onBatchFailure", onBatchFailure)
            .with("ifParentFails", ifParentFails)
            .with("parentTimeout", parentTimeout)
            .with("contentType", contentType)
            .with("properties", properties);
    if (payload != null) {
      payload.addTo(job);
    }
    return job.build();
  }
}
