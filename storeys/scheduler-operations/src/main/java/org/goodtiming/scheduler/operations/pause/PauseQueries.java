package org.goodtiming.scheduler.operations.pause;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads the current pauses of dispatch, except those of worker queues and schedules. */
@Singleton
public final class PauseQueries {

  private final Statements statements;

  @Inject
  PauseQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** Lists the pauses; the pause of all jobs is first and has no group. */
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
