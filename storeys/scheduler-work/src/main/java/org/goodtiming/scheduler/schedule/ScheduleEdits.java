package org.goodtiming.scheduler.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes schedules for operators, in the caller's transaction. */
public final class ScheduleEdits {

  private static final String SETTINGS =
      "json_strip_nulls(json_build_object('state', lower(state), 'pausedUntil', paused_until, 'pauseReason', pause_reason))::text";

  private final Statements statements;

  public ScheduleEdits(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * The settings of a schedule.
   *
   * @param settings as JSON, for the audit
   * @param now by the database's clock
   */
  public record State(String settings, boolean paused, Instant now) {

    private static State of(ResultSet row) throws SQLException {
      return new State(
          row.getString("settings"), row.getBoolean("paused"), Columns.instant(row, "now"));
    }
  }

  /** Empty if it was never registered. */
  public Optional<State> find(JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT <settings> AS settings, state = 'PAUSED' AS paused, clock_timestamp() AS now
                  FROM scheduler.schedule WHERE queue = :queue AND job_id = :job_id
                """
                    .replace("<settings>", SETTINGS))
            .setKey(key);
    return statements.find("read the settings of schedule " + key, sql, State::of);
  }

  /**
   * The caller has locked the row of the waiting run.
   *
   * @param until end of the pause; null if only a resume ends it
   * @return the settings afterwards
   */
  public String pause(JobKey key, @Nullable Instant until) {
    return set(key, "PAUSED", until);
  }

  /**
   * The caller has locked the row of the waiting run.
   *
   * @return the settings afterwards
   */
  public String resume(JobKey key) {
    return set(key, "ACTIVE", null);
  }

  private String set(JobKey key, String state, @Nullable Instant until) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.schedule
                   SET state = :state, paused_until = :until::timestamptz,
                       pause_reason = CASE WHEN :state = 'PAUSED' THEN pause_reason END,
                       failures_in_row = CASE WHEN :state = 'PAUSED' THEN failures_in_row ELSE 0 END,
                       failing_since = CASE WHEN :state = 'PAUSED' THEN failing_since END
                 WHERE queue = :queue AND job_id = :job_id RETURNING <settings>
                """
                    .replace("<settings>", SETTINGS))
            .setKey(key)
            .set("state", state)
            .set("until", until);
    return statements.query("pause or resume schedule " + key, sql, row -> row.getString(1)).get(0);
  }

  /** The planned time of the waiting run of a schedule that has not ended. */
  public Instant nextPlanned(JobKey key) {
    SqlText sql =
        new SqlText(
                "SELECT next_planned_at FROM scheduler.schedule WHERE queue = :queue AND job_id = :job_id")
            .setKey(key);
    return statements
        .query(
            "read the next run of schedule " + key,
            sql,
            row -> Columns.instant(row, "next_planned_at"))
        .get(0);
  }

  /** The schedules that have not ended and name a definition, as queue and job id. */
  public List<String> usersOf(String definition) {
    SqlText sql =
        new SqlText(
            """
            SELECT queue || '/' || job_id FROM scheduler.schedule
             WHERE definition = :definition AND state <> 'ENDED' ORDER BY queue, job_id
            """,
            definition);
    return statements.query("read the schedules of a definition", sql, row -> row.getString(1));
  }

  /**
   * The caller has locked the definition, and is about to delete it; only schedules that have ended
   * name it.
   */
  public void forgetDefinition(String definition) {
    SqlText sql =
        new SqlText(
            "UPDATE scheduler.schedule SET definition = NULL WHERE definition = :definition",
            definition);
    statements.update("delete a definition", sql);
  }
}
