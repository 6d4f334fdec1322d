package org.goodtiming.scheduler.execution.history;

import static org.goodtiming.scheduler.sql.Columns.instant;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads executions; a role with read permission suffices. */
@Singleton
public final class Executions {

  private static final UUID ANY_FIRE_ID = new UUID(0, 0);

  private static final String SELECT =
      "SELECT " + ExecutionStatus.COLUMNS + " FROM scheduler.execution\n";

  private final Statements statements;

  @Inject
  public Executions(@Readers DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** Empty if there is no such execution: the job is not tracked, or its history is pruned. */
  public Optional<ExecutionStatus> find(UUID fireId) {
    SqlText sql = new SqlText(SELECT + "WHERE fire_id = :fire_id");
    return statements.find(
        "read execution " + fireId, sql.set("fire_id", fireId), ExecutionStatus::of);
  }

  /**
   * The newest executions of a job, the newest first.
   *
   * @param limit maximum number of rows
   */
  public List<ExecutionStatus> ofJob(JobKey key, int limit) {
    return ofJob(key, null, limit);
  }

  /** The executions of a job after a position of that list, or from its beginning. */
  public List<ExecutionStatus> ofJob(JobKey key, @Nullable ExecutionPosition after, int limit) {
    String sql =
        SELECT
            + """
         WHERE queue = :queue AND job_id = :job_id AND (submitted_at, fire_id) < (:submitted_at::timestamptz, :fire_id)
         ORDER BY submitted_at DESC, fire_id DESC LIMIT :limit
        """;
    SqlText select =
        new SqlText(sql)
            .setKey(key)
            .set("submitted_at", after == null ? "infinity" : after.submittedAt().toString())
            .set("fire_id", after == null ? ANY_FIRE_ID : after.fireId())
            .set("limit", limit);
    return statements.query("read executions of " + key, select, ExecutionStatus::of);
  }

  /** The oldest first. */
  public List<ExecutionTransition> transitions(UUID fireId) {
    String sql =
        "SELECT * FROM scheduler.execution_transition WHERE fire_id = :fire_id ORDER BY id";
    return statements.query(
        "read transitions of " + fireId,
        new SqlText(sql).set("fire_id", fireId),
        Executions::transition);
  }

  /** The notes of the worker of the run; empty if it has noted nothing. */
  public Optional<RunNotes> notes(UUID fireId) {
    SqlText sql = new SqlText("SELECT * FROM scheduler.execution_note WHERE fire_id = :fire_id");
    return statements.find("read the notes of " + fireId, sql.set("fire_id", fireId), RunNotes::of);
  }

  /** The runs among these that have ended. */
  public Set<UUID> ended(Collection<UUID> fireIds) {
    String sql =
        """
        SELECT fire_id FROM scheduler.execution WHERE fire_id = ANY (:fire_ids::uuid[]) AND ended_at IS NOT NULL
        """;
    return Set.copyOf(
        statements.query(
            "query which of %d runs have ended".formatted(fireIds.size()),
            new SqlText(sql).set("fire_ids", fireIds, UUID::toString),
            Columns::fireId));
  }

  public ResultLookup result(UUID fireId) {
    String sql =
        """
        SELECT e.state, e.result_kind, e.result_expires_at, r.body, e.result_expires_at <= clock_timestamp() AS expired
          FROM scheduler.execution e LEFT JOIN scheduler.execution_result r USING (fire_id)
         WHERE e.fire_id = :fire_id
        """;
    return statements
        .find(
            "read the result of " + fireId,
            new SqlText(sql).set("fire_id", fireId),
            Executions::result)
        .orElseGet(ResultLookup.Unknown::new);
  }

  private static ResultLookup result(ResultSet row) throws SQLException {
    String kind = row.getString("result_kind");
    if (kind == null) {
      return ExecutionState.valueOf(row.getString("state")).isFinal()
          ? new ResultLookup.None()
          : new ResultLookup.NotYet();
    }
    byte[] body = row.getBytes("body");
    return body == null || row.getBoolean("expired")
        ? new ResultLookup.Expired()
        : new ResultLookup.Present(
            ResultLookup.Kind.valueOf(kind), body, instant(row, "result_expires_at"));
  }

  private static ExecutionTransition transition(ResultSet row) throws SQLException {
    String from = row.getString("old_state");
    return new ExecutionTransition(
        from == null ? null : ExecutionState.valueOf(from),
        ExecutionState.valueOf(row.getString("new_state")),
        row.getInt("attempt"),
        row.getString("node"),
        instant(row, "at"),
        row.getString("message"));
  }
}
