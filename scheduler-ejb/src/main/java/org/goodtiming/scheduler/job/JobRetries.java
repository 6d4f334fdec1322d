package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;

/** Stores untracked jobs again that workers have failed at, in the caller's transaction. */
public final class JobRetries {

  private static final int RECOVERY_ID_PREFIX = 200;

  private final DataSource dataSource;
  private final EnvelopeCipher cipher;

  public JobRetries(DataSource dataSource, EnvelopeCipher cipher) {
    this.dataSource = dataSource;
    this.cipher = cipher;
  }

  /** Without keys. */
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
      new NewJobRows(connection, insert, QuietPeriod.NONE, List.of(stored)).bind();
      try (ResultSet row = insert.executeQuery()) {
        return row.next() && delay(connection, row.getLong("id"), job.key(), retry);
      }
    } catch (SQLException e) {
      throw new StoreException("store %s for another attempt".formatted(job.key()), e);
    }
  }

  private static boolean delay(Connection connection, long id, JobKey key, Retry retry)
      throws SQLException {
    String sql =
        """
        WITH waiting AS (
          UPDATE scheduler.job
             SET fire_id = ?::uuid, run_attempt = ?, eligible_at = clock_timestamp() + ?::interval, last_error = ?, definition = ?,
                 recovers = ?::jsonb || jsonb_build_object('jobId', ?::text)
           WHERE id = ?
          RETURNING id, queue, coalesce(recovers ->> 'jobId', job_id) AS job_id, fire_id, run_attempt, due_at, last_error),
        %s
        SELECT id FROM waiting
        """
            .formatted(JobEvents.of("waiting", "'retried'", "r.run_attempt", "r.last_error"));
    PlannedRun planned = retry.planned();
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, retry.fireId().toString());
      update.setInt(2, retry.attempt());
      update.setString(3, retry.delay().toString());
      update.setString(4, retry.error());
      update.setString(5, retry.definition());
      update.setString(6, planned == null ? null : PlannedRunJson.write(planned));
      update.setString(7, key.jobId());
      update.setLong(8, id);
      try (ResultSet row = update.executeQuery()) {
        return row.next();
      }
    }
  }

  /**
   * Tells applications that a job is kept aside.
   *
   * @param attempt that has failed, the last one
   */
  public void tellQuarantined(JobKey key, UUID fireId, int attempt, String why) {
    String sql =
        """
        WITH last AS (
          SELECT ?::text AS queue, ?::text AS job_id, ?::uuid AS fire_id, ?::int AS attempt, NULL::timestamptz AS due_at, ?::text AS message),
        %s
        SELECT queue FROM last
        """
            .formatted(JobEvents.of("last", "'quarantined'", "r.attempt", "r.message"));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement tell = connection.prepareStatement(sql)) {
      tell.setString(1, key.queue());
      tell.setString(2, key.jobId());
      tell.setString(3, fireId.toString());
      tell.setInt(4, attempt);
      tell.setString(5, why);
      tell.execute();
    } catch (SQLException e) {
      throw new StoreException("tell that %s is in the quarantine".formatted(key), e);
    }
  }

  /** As function recovery_id of the database: the key of a schedule belongs to its next run. */
  static JobKey recoveryKey(JobKey key, UUID fireId) {
    String jobId = key.jobId();
    int length = Math.min(RECOVERY_ID_PREFIX, jobId.codePointCount(0, jobId.length()));
    String prefix = jobId.substring(0, jobId.offsetByCodePoints(0, length));
    return new JobKey(key.queue(), prefix + "~" + fireId);
  }
}
