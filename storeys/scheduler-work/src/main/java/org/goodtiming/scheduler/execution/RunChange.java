package org.goodtiming.scheduler.execution;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.goodtiming.scheduler.sql.Columns;
import org.jspecify.annotations.Nullable;

/**
 * A stored change of a run.
 *
 * @param state after it
 * @param micros of its attempts, each from the report of its start to its end; null if one of the
 *     latest is missing
 */
record RunChange(UUID fireId, String queue, ExecutionState state, @Nullable Long micros) {

  /** A column of a statement that updates execution e, which was in state l.old_state. */
  static final String MICROS = micros("l.old_state = 'RUNNING'");

  /**
   * @param started whether the start of the latest attempt is known
   */
  static String micros(String started) {
    return "CASE WHEN <started> THEN (extract(epoch FROM e.duration + e.earlier_work) * 1000000)::bigint END AS micros"
        .replace("<started>", started);
  }

  static RunChange of(ResultSet row) throws SQLException {
    return new RunChange(
        Columns.fireId(row),
        row.getString("queue"),
        ExecutionState.valueOf(row.getString("state")),
        row.getObject("micros", Long.class));
  }
}
