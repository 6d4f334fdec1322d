package org.goodtiming.scheduler.job.run;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.NewJobRows;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.PlannedRunJson;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/** Stores untracked jobs again that workers have failed at, in the caller's transaction. */
@Singleton
public final class JobRetries {

  private static final int RECOVERY_ID_PREFIX = 200;

  private final DataSource dataSource;
  private final Statements statements;
  private final EnvelopeCipher cipher;

  @Inject
  public JobRetries(DataSource dataSource, EnvelopeCipher cipher) {
    this.dataSource = dataSource;
    this.cipher = cipher;
    this.statements = new Statements(dataSource);
  }

  /** Creates retries without encryption keys. */
  public JobRetries(DataSource dataSource) {
    this(dataSource, EnvelopeCipher.WITHOUT_KEYS);
  }

  // The job was counted as dispatched, and waits now
  private static final String STORE =
      """
      WITH stored AS (
        <insert>
        ON CONFLICT (queue, job_id) DO NOTHING
        RETURNING j.id),
      entry AS (
        INSERT INTO scheduler.ledger_entry (kind, jobs) SELECT 'dispatched', -1 FROM stored)
      SELECT id FROM stored
      """
          .replace("<insert>", NewJobRows.INSERT);

  /**
   * Stores the job with its original due time; it can be dispatched after the delay.
   *
   * @param job as it was registered, not tracked
   * @return false if it does not wait: it was cancelled after the registration, or another job
   *     waits under its key
   */
  public boolean store(NewJob job, Retry retry) {
    NewJob own = cipher.stored(job);
    NewJob stored = retry.planned() == null ? own : own.as(recoveryKey(job.key(), retry.fireId()));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(STORE)) {
      new NewJobRows(insert, QuietPeriod.NONE, List.of(stored)).bind();
      try (ResultSet row = insert.executeQuery()) {
        return row.next() && delay(row.getLong("id"), job.key(), retry);
      }
    } catch (SQLException e) {
      throw new StoreException("store %s for another attempt".formatted(job.key()), e);
    }
  }

  private boolean delay(long id, JobKey key, Retry retry) {
    String sql =
        """
        WITH waiting AS (
          UPDATE scheduler.job j
             SET fire_id = :fire_id, run_attempt = :attempt, eligible_at = clock_timestamp() + :delay::interval, last_error = :error,
                 definition = :definition, share_key = (SELECT scheduler.share_key(q.key_property, j.group_key, j.properties)
                                                          FROM scheduler.worker_queue q WHERE q.name = j.queue),
                 recovers = :planned_run::jsonb || jsonb_build_object('jobId', :job_id::text)
           WHERE id = :id
          RETURNING id, queue, coalesce(recovers ->> 'jobId', job_id) AS job_id, fire_id, run_attempt, due_at, last_error),
        <events>
        SELECT id FROM waiting
        """
            .replace(
                "<events>", JobEvents.of("waiting", "'retried'", "r.run_attempt", "r.last_error"));
    PlannedRun planned = retry.planned();
    SqlText update =
        new SqlText(sql)
            .set("fire_id", retry.fireId())
            .set("attempt", retry.attempt())
            .set("delay", retry.delay())
            .set("error", retry.error())
            .set("definition", retry.definition())
            .set("planned_run", planned == null ? null : PlannedRunJson.write(planned))
            .set("job_id", key.jobId())
            .set("id", id);
    return statements
        .find("delay the next attempt of " + key, update, row -> row.getLong("id"))
        .isPresent();
  }

  /**
   * Informs applications that a job is in quarantine.
   *
   * @param attempt the last attempt, which has failed
   */
  public void tellQuarantined(JobKey key, UUID fireId, int attempt, String why) {
    String sql =
        """
        WITH last AS (
          SELECT :queue::text AS queue, :job_id::text AS job_id, :fire_id AS fire_id, :attempt::int AS attempt, NULL::timestamptz AS due_at,
                 :message::text AS message),
        <events>
        SELECT queue FROM last
        """
            .replace("<events>", JobEvents.of("last", "'quarantined'", "r.attempt", "r.message"));
    statements.run(
        "tell that %s is in the quarantine".formatted(key),
        new SqlText(sql)
            .setKey(key)
            .set("fire_id", fireId)
            .set("attempt", attempt)
            .set("message", why));
  }

  /**
   * The key of a recovered run, as function recovery_id of the database makes it: the key of a
   * schedule belongs to its next run.
   */
  static JobKey recoveryKey(JobKey key, UUID fireId) {
    String jobId = key.jobId();
    int length = Math.min(RECOVERY_ID_PREFIX, jobId.codePointCount(0, jobId.length()));
    String prefix = jobId.substring(0, jobId.offsetByCodePoints(0, length));
    return new JobKey(key.queue(), prefix + "~" + fireId);
  }
}
