package org.goodtiming.scheduler.operations.user;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads which login may register jobs for which worker queue, with the pool of readers. */
public final class GrantQueries {

  private static final String PURPOSE = "read grants";
  private static final String GRANTS =
      "SELECT login, queue, granted_at, granted_by FROM scheduler.registration_grant\n";
  private static final String ORDER = "ORDER BY login, queue LIMIT ?";
  private static final int MOST = 1_000;

  private final Statements statements;

  public GrantQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** By login and queue, at most 1000. */
  public List<Row> list() {
    return statements.query(PURPOSE, new SqlText(GRANTS).then(ORDER, MOST), Row::of);
  }

  /** The queues of a login, among them * for all; at most 1000. */
  public List<String> queues(String login) {
    SqlText sql = new SqlText(GRANTS).and("login = ?", login).then(ORDER, MOST);
    return statements.query(PURPOSE, sql, row -> row.getString("queue"));
  }

  /** Empty if there is no such grant. */
  public Optional<Row> read(String login, String queue) {
    SqlText sql = new SqlText(GRANTS).and("login = ?", login).and("queue = ?", queue);
    return statements.query(PURPOSE, sql, Row::of).stream().findFirst();
  }
}
