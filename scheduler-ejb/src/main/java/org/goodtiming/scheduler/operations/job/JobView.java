package org.goodtiming.scheduler.operations.job;

import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.row.Row;
import org.jspecify.annotations.Nullable;

/**
 * A job in the table, without its payload.
 *
 * @param id of the row, for the order of lists
 * @param version changes with each change of the row
 * @param eligibleAt when dispatch may claim it: its due time, or later after a failed attempt
 * @param registration what its registrant has said, by the fields of a line
 * @param hold null if it is not held
 */
public record JobView(
    long id,
    String version,
    JobKey key,
    JobState state,
    Instant dueAt,
    Instant eligibleAt,
    Row registration,
    int attempts,
    @Nullable String lastError,
    String fireId,
    @Nullable String registeredBy,
    Instant registeredAt,
    @Nullable Hold hold) {

  /** The hold of a job: its user and its time. */
  public record Hold(Instant at, @Nullable String by) {}

  /** Tells this row from what it was before, and from an earlier one of the same key. */
  public String tag() {
    return tag(id, version);
  }

  static String tag(long id, String version) {
    return id + "." + version;
  }

  /** Where it stands in a list. */
  public JobPage.Position position() {
    return new JobPage.Position(key.queue(), eligibleAt, id, key.jobId());
  }
}
