package org.goodtiming.scheduler.operations.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.hold.WaitingJobs;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.row.Row;
import org.jspecify.annotations.Nullable;

/**
 * A job in the table, without its payload.
 *
 * @param id of the row, for the order of lists
 * @param version changes with each change of the row
 * @param eligibleAt when dispatch may claim it: its due time, or later after a failed attempt
 * @param recurs whether it is the next run of a schedule, which ends if it is cancelled
 * @param paused whether its schedule, or the dispatch of its group, is paused
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
    boolean recurs,
    boolean paused,
    @Nullable String registeredBy,
    Instant registeredAt,
    @Nullable Hold hold) {

  /** A job that was changed, held or paused since its last attempt has another time. */
  static final String RETRIES =
      "EXISTS (SELECT FROM scheduler.dispatch_retry r WHERE r.job_row = j.id AND r.retry_at = j.eligible_at)";

  /** Few jobs have the columns for which the schedule is looked for. */
  private static final String PAUSED =
      """
      j.resumes_at IS NOT NULL OR j.planned_at IS NOT NULL
             AND EXISTS (SELECT FROM scheduler.schedule s WHERE s.queue = j.queue AND s.job_id = j.job_id AND s.state = 'PAUSED')""";

  static final String COLUMNS =
      """
      SELECT j.id, j.xmin::text AS version, j.queue, j.job_id, j.due_at, j.eligible_at, <shown>,
             j.attempts, j.last_error, j.fire_id::text AS fire_id, j.planned_at IS NOT NULL AS recurs, <paused> AS paused,
             j.registered_by, j.registered_at, j.held_at, j.held_by,
             CASE WHEN j.held_at IS NOT NULL THEN 'held' WHEN j.eligible_at <= (SELECT clock_timestamp()) THEN 'due'
                  WHEN <retries> THEN 'retrying' ELSE 'waiting' END AS state
        FROM scheduler.job j
      """
          .replace("<shown>", JobColumns.SHOWN.each("j.%s"))
          .replace("<paused>", PAUSED)
          .replace("<retries>", RETRIES);

  /** The hold of a job: its user and its time. */
  public record Hold(Instant at, @Nullable String by) {}

  static JobView of(ResultSet row) throws SQLException {
    return new JobView(
        row.getLong("id"),
        row.getString("version"),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        JobState.find(row.getString("state")).orElseThrow(),
        row.getTimestamp("due_at").toInstant(),
        row.getTimestamp("eligible_at").toInstant(),
        new Row(JobColumns.SHOWN.read(row), null),
        row.getInt("attempts"),
        row.getString("last_error"),
        row.getString("fire_id"),
        row.getBoolean("recurs"),
        row.getBoolean("paused"),
        row.getString("registered_by"),
        row.getTimestamp("registered_at").toInstant(),
        hold(row));
  }

  private static @Nullable Hold hold(ResultSet row) throws SQLException {
    Timestamp at = row.getTimestamp("held_at");
    return at == null ? null : new Hold(at.toInstant(), row.getString("held_by"));
  }

  /** Tells this row from what it was before, and from an earlier one of the same key. */
  public String tag() {
    return tag(id, version);
  }

  static String tag(long id, String version) {
    return id + "." + version;
  }

  /** Whether it is known when dispatch may claim it: not of a pause or a hold without an end. */
  public boolean isDispatchedSometime() {
    return eligibleAt.isBefore(WaitingJobs.NEVER);
  }

  /** Where it stands in a list. */
  public JobPosition position() {
    return new JobPosition(key.queue(), eligibleAt, id, key.jobId());
  }
}
