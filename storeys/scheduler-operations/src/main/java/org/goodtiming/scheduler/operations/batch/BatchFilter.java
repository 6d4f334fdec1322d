package org.goodtiming.scheduler.operations.batch;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.operations.job.JobContent;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.jspecify.annotations.Nullable;

/**
 * On which jobs, rows of the quarantine, or ended runs a batch operation works; null stands for
 * all. Parameters that a list of these does not have are null.
 *
 * @param prefix of the job id
 * @param runs null stands for the runs that have failed
 * @param property of the job, which also has a queue and a due time
 * @param schedules whether a cancel also ends schedules, whose next runs wait as jobs, and a move
 *     moves these runs
 */
public record BatchFilter(
    @Nullable String queue,
    @Nullable JobState state,
    @Nullable String prefix,
    @Nullable Instant dueFrom,
    @Nullable Instant dueBefore,
    @Nullable PropertyValue property,
    @Nullable String stage,
    @Nullable String code,
    @Nullable RunFilter runs,
    boolean schedules) {

  /** Whether it chooses everything. */
  public boolean isEmpty() {
    return Stream.of(queue, state, prefix, dueFrom, dueBefore, property, stage, code, runs)
        .allMatch(Objects::isNull);
  }

  BatchFilter of(String other) {
    return new BatchFilter(
        other, state, prefix, dueFrom, dueBefore, property, stage, code, runs, schedules);
  }

  /** Those of them that are due before a time. */
  BatchFilter dueBefore(Instant time) {
    Instant end = dueBefore == null || time.isBefore(dueBefore) ? time : dueBefore;
    return new BatchFilter(
        queue, state, prefix, dueFrom, end, property, stage, code, runs, schedules);
  }

  /**
   * The jobs it chooses for an operation.
   *
   * @param sentBefore only jobs that were not registered or changed since this time
   */
  JobFilter jobs(BatchVerb verb, @Nullable Instant sentBefore) {
    Boolean recurs = verb.leavesNextRuns() && !schedules ? false : null;
    return new JobFilter(
        queue, state, prefix, dueFrom, dueBefore, sentBefore, verb.ofHeld(), recurs);
  }

  /** What the jobs contain that it chooses. */
  JobContent content() {
    return property == null ? JobContent.ANY : new JobContent(null, null, null, property);
  }

  /** The next runs of schedules among all jobs that match. */
  JobFilter nextRuns() {
    return new JobFilter(queue, state, prefix, dueFrom, dueBefore, null, null, true);
  }

  /** The runs it chooses, apart from queue and prefix. */
  RunFilter chosenRuns() {
    return runs == null ? RunFilter.FAILED : runs;
  }

  QuarantineQueries.Filter rows() {
    return new QuarantineQueries.Filter(queue, stage, code);
  }
}
