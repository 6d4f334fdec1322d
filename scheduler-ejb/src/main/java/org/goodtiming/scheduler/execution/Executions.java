package org.goodtiming.scheduler.execution;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.StoreException;
import org.jspecify.annotations.Nullable;

/** Reads executions; a role with read permission suffices. */
public final class Executions {

  private static final String ANY_FIRE_ID = new UUID(0, 0).toString();

  private final DataSource dataSource;

  public Executions(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Empty if there is no such execution: the job is not tracked, or its history is pruned. */
  public Optional<ExecutionStatus> find(UUID fireId) {
    String sql = "SELECT * FROM scheduler.execution WHERE fire_id = ?::uuid";
    return read("read execution " + fireId, sql, ExecutionStatus::of, fireId.toString()).stream()
        .findFirst();
  }

  /**
   * The newest executions of a job, the newest first.
   *
   * @param limit maximum number of rows
   */
  public List<ExecutionStatus> ofJob(JobKey key, int limit) {
    return ofJob(key, null, limit);
  }

  /** The same for those after a position of that list, or from its beginning. */
  public List<ExecutionStatus> ofJob(JobKey key, @Nullable ExecutionPosition after, int limit) {
    String sql =
        """
        SELECT * FROM scheduler.execution
         WHERE queue = ? AND job_id = ? AND (submitted_at, fire_id) < (?::timestamptz, ?::uuid)
         ORDER BY submitted_at DESC, fire_id DESC LIMIT ?::integer
        """;
    return read(
        "read executions of " + key,
        sql,
        ExecutionStatus::of,
        key.queue(),
        key.jobId(),
        after == null ? "infinity" : after.submittedAt().toString(),
        after == null ? ANY_FIRE_ID : after.fireId().toString(),
        Integer.toString(limit));
  }

  /** The oldest first. */
  public List<ExecutionTransition> transitions(UUID fireId) {
    String sql = "SELECT * FROM scheduler.execution_transition WHERE fire_id = ?::uuid ORDER BY id";
    return read("read transitions of " + fireId, sql, Executions::transition, fireId.toString());
  }

  /** What the worker of the run has noted; empty if it has noted nothing. */
  public Optional<RunNotes> notes(UUID fireId) {
    String sql = "SELECT * FROM scheduler.execution_note WHERE fire_id = ?::uuid";
    return read("read the notes of " + fireId, sql, RunNotes::of, fireId.toString()).stream()
        .findFirst();
  }

  /** Which of them have ended. */
  public Set<UUID> ended(Collection<UUID> fireIds) {
    String sql =
        """
        SELECT fire_id FROM scheduler.execution
         WHERE fire_id = ANY (string_to_array(?, ' ')::uuid[]) AND ended_at IS NOT NULL
        """;
    String joined = fireIds.stream().map(UUID::toString).collect(Collectors.joining(" "));
    return Set.copyOf(
        read(
            "query which of %d runs have ended".formatted(fireIds.size()),
            sql,
            row -> UUID.fromString(row.getString("fire_id")),
            joined));
  }

  public ResultLookup result(UUID fireId) {
    String sql =
        """
        SELECT e.state, e.result_kind, e.result_expires_at, r.body, e.result_expires_at <= clock_timestamp() AS expired
          FROM scheduler.execution e LEFT JOIN scheduler.execution_result r USING (fire_id)
         WHERE e.fire_id = ?::uuid
        """;
    return read("read the result of " + fireId, sql, Executions::result, fireId.toString()).stream()
        .findFirst()
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
            ResultLookup.Kind.valueOf(kind), body, moment(row, "result_expires_at"));
  }

  private static ExecutionTransition transition(ResultSet row) throws SQLException {
    String from = row.getString("old_state");
    return new ExecutionTransition(
        from == null ? null : ExecutionState.valueOf(from),
        ExecutionState.valueOf(row.getString("new_state")),
        row.getInt("attempt"),
        row.getString("node"),
        moment(row, "at"),
        row.getString("message"));
  }

  static Instant moment(ResultSet row, String column) throws SQLException {
    return requireNonNull(momentOrNull(row, column), column);
  }

  static @Nullable Instant momentOrNull(ResultSet row, String column) throws SQLException {
    Timestamp moment = row.getTimestamp(column);
    return moment == null ? null : moment.toInstant();
  }

  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> read(String what, String sql, RowReader<T> reader, String... parameters) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        select.setString(i + 1, parameters[i]);
      }
      List<T> all = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          all.add(reader.read(row));
        }
      }
      return all;
    } catch (SQLException e) {
      throw new StoreException(what, e);
    }
  }
}
