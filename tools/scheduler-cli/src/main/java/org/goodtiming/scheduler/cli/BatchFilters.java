package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a batch operation acts on. Which filters fit the operation is for the scheduler to say. */
final class BatchFilters {

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      completionCandidates = QueueNames.class,
      description = "Of this queue.")
  @Nullable String queue;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Jobs and runs: whose id begins with it.")
  @Nullable String prefix;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Jobs: waiting, due, overdue, retrying, or held.")
  @Nullable String jobState;

  @Option(
      names = "--due-from",
      paramLabel = "TIME",
      description = "Jobs: due at this time or later.")
  @Nullable String dueFrom;

  @Option(names = "--due-before", paramLabel = "TIME", description = "Jobs: due before this time.")
  @Nullable String dueBefore;

  @Option(
      names = "--property",
      paramLabel = "NAME:VALUE",
      description = "Jobs: with this property; also needs --queue, and --due-from or --due-before.")
  @Nullable String property;

  @Option(
      names = "--run-state",
      paramLabel = "STATES",
      description = "Runs: ERROR,EXHAUSTED if not given, of a job batch also EXPIRED.")
  @Nullable String runState;

  @Option(
      names = "--ended-from",
      paramLabel = "TIME",
      description = "Runs: ended at this time or later.")
  @Nullable String endedFrom;

  @Option(
      names = "--ended-before",
      paramLabel = "TIME",
      description = "Runs: ended before this time.")
  @Nullable String endedBefore;

  @Option(
      names = "--job-batch",
      paramLabel = "BATCH",
      description = "Runs: members of this job batch.")
  @Nullable String jobBatch;

  @Option(
      names = "--stage",
      paramLabel = "STAGE",
      description = "Quarantine: registration, dispatch, or execution.")
  @Nullable String stage;

  @Option(names = "--code", paramLabel = "CODE", description = "Quarantine: with this code.")
  @Nullable String code;

  @Option(
      names = "--schedules",
      description =
          "Cancel: also ends the schedules whose next runs match. Reschedule: also moves these runs.")
  boolean schedules;

  @Option(names = "--at", paramLabel = "TIME", description = "Reschedule: the new due time.")
  @Nullable String dueAt;

  @Option(
      names = "--by",
      paramLabel = "DURATION",
      converter = ShortDurations.class,
      description = "Reschedule: by how much each job moves, such as 1h or -30m.")
  @Nullable String dueOffset;

  Members request(String operation) {
    return new Members()
        .with("operation", operation)
        .with("queue", queue)
        .with("prefix", prefix)
        .with("jobState", jobState)
        .with("dueFrom", dueFrom)
        .with("dueBefore", dueBefore)
        .with("property", property)
        .with("runState", runState)
        .with("endedFrom", endedFrom)
        .with("endedBefore", endedBefore)
        .with("jobBatch", jobBatch)
        .with("stage", stage)
        .with("code", code)
        .with("dueAt", dueAt)
        .with("dueOffset", dueOffset)
        .with("schedules", schedules ? true : null);
  }
}
