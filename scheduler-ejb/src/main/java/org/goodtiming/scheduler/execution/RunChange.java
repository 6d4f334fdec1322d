package org.goodtiming.scheduler.execution;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored change of a run.
 *
 * @param state after it
 * @param micros from the report of its start to its end; null if one of them is missing
 */
record RunChange(UUID fireId, String queue, ExecutionState state, @Nullable Long micros) {

  /** A column of a statement that updates execution e, which was in state l.old_state. */
  static final String MICROS =
      """
      CASE WHEN l.old_state = 'RUNNING' THEN (extract(epoch FROM e.ended_at - e.started_at) * 1000000)::bigint END AS micros
      """;

  /** What the statement selects by these names. */
  static List<RunChange> read(PreparedStatement statement) throws SQLException {
    List<RunChange> changes = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        changes.add(
            new RunChange(
                UUID.fromString(row.getString("fire_id")),
                row.getString("queue"),
                ExecutionState.valueOf(row.getString("state")),
                row.getObject("micros", Long.class)));
      }
    }
    return changes;
  }
}
