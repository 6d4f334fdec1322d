package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.operations.job.RedactedPayloads;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads schedules, with the pool of readers. */
@Singleton
public final class ScheduleQueries {

  private static final String PURPOSE = "read schedules";

  private static final String STATE =
      "CASE WHEN state = 'PAUSED' AND paused_until <= clock_timestamp() THEN 'ACTIVE' ELSE state END";

  private static final String COLUMNS =
      """
      SELECT queue, job_id, lower(<state>) AS state, CASE WHEN paused_until > clock_timestamp() THEN paused_until END AS paused_until,
             recurrence, misfire, runs, last_planned_at, last_dispatched_at,
             next_planned_at, coalesce(lower(overlap_action), CASE WHEN overlap_limit IS NULL THEN 'allow' ELSE 'wait' END) AS overlap,
             'PT' || extract(epoch FROM overlap_limit)::double precision || 'S' AS overlap_limit,
             'PT' || extract(epoch FROM jitter)::double precision || 'S' AS jitter, stateful,
             pause_after_failures, CASE WHEN pause_after_failures IS NOT NULL THEN failures_in_row END AS failures_in_row,
             CASE WHEN <state> = 'PAUSED' THEN pause_reason END AS pause_reason,
             waits_for, CASE WHEN held_until > clock_timestamp() THEN held_until END AS held_until, tracked,
             CASE WHEN tracked THEN successes END AS successes, CASE WHEN tracked THEN failures END AS failures, wanted_successes,
             definition, registered_by, registered_at, ended_at, end_reason, <tag>
        FROM scheduler.schedule
      """
          .replace("<state>", STATE)
          .replace("<tag>", EditedRow.SCHEDULE.tag());

  private final Statements statements;
  private final RedactedPayloads redacted;

  public ScheduleQueries(DataSource dataSource, Redaction redaction) {
    this(dataSource, redaction, PayloadCipher.WITHOUT_KEYS);
  }

  @Inject
  public ScheduleQueries(
      @Readers DataSource dataSource, Redaction redaction, PayloadCipher cipher) {
    statements = Statements.forClients(dataSource);
    redacted = new RedactedPayloads(redaction, cipher);
  }

  /**
   * The schedules that a list shows; null stands for all.
   *
   * @param state as in the database
   */
  public record Filter(@Nullable String queue, @Nullable String state) {}

  /** By queue and job id, those after a key or from the first; one more than the page has. */
  public List<Row> list(Filter filter, @Nullable JobKey after, int size) {
    SqlText sql =
        new SqlText(COLUMNS)
            .and("queue = :queue", filter.queue())
            .and(STATE + " = :state", filter.state());
    if (after != null) {
      sql.and("(queue, job_id) > (:after_queue, :after_job_id)", true)
          .set("after_queue", after.queue())
          .set("after_job_id", after.jobId());
    }
    sql.then("ORDER BY queue, job_id LIMIT :limit", size + 1);
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Empty if the job never recurred. */
  public Optional<Row> find(JobKey key) {
    SqlText sql = new SqlText(COLUMNS).and("queue = :queue AND job_id = :job_id", true).setKey(key);
    return statements.find(PURPOSE, sql, Row::of);
  }

  /** Empty if the job does not recur, or no longer, or if its row cannot be read. */
  public Optional<ScheduleRegistration> registration(JobKey key) {
    SqlText sql =
        new SqlText(ScheduleRegistration.COLUMNS)
            .and("s.state <> 'ENDED' AND s.queue = :queue AND s.job_id = :job_id", true)
            .setKey(key);
    return statements
        .find(PURPOSE, sql, ScheduleRegistration::of)
        .flatMap(Function.identity())
        .flatMap(found -> redacted.of(key.queue(), found.envelope()).map(found::with));
  }
}
