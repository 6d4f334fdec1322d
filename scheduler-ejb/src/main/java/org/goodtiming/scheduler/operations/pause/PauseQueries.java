package org.goodtiming.scheduler.operations.pause;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads which pauses of dispatch last, besides those of worker queues and schedules. */
public final class PauseQueries {

  private final Statements statements;

  public PauseQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** That of all jobs first; it has no group. */
  public List<Row> list() {
    SqlText sql =
        new SqlText(
            """
            SELECT nullif(group_key, '') AS "group", paused_at, paused_by, paused_until FROM scheduler.dispatch_pause
             WHERE coalesce(paused_until > clock_timestamp(), true)
             ORDER BY group_key
            """);
    return statements.query("list pauses of dispatch", sql, Row::of);
  }
}
