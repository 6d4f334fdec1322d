package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads which login may register jobs for which worker queue, with the pool of readers. */
@Singleton
public final class GrantQueries {

  private static final String PURPOSE = "read grants";
  private static final String GRANTS =
      "SELECT login, queue, granted_at, granted_by FROM scheduler.registration_grant\n";
  private static final String ORDER = "ORDER BY login, queue LIMIT :limit";
  private static final int MAX_GRANTS = 1_000;

  private final Statements statements;

  @Inject
  public GrantQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** By login and queue, at most 1000. */
  public List<Row> list() {
    return statements.query(PURPOSE, new SqlText(GRANTS).then(ORDER, MAX_GRANTS), Row::of);
  }

  /** The queues of a login, among them * for all; at most 1000. */
  public List<String> queues(String login) {
    SqlText sql = new SqlText(GRANTS).and("login = :login", login).then(ORDER, MAX_GRANTS);
    return statements.query(PURPOSE, sql, row -> row.getString("queue"));
  }

  /**
   * Whether a user has exactly what its groups have, and has it not for long.
   *
   * @param issuer of the token that names the groups
   * @param queues worker queues; * is all
   * @param age since when it may have it at most
   */
  public boolean hasByGroups(String user, String issuer, Set<String> queues, Duration age) {
    SqlText sql =
        new SqlText(
                """
                SELECT count(*) FILTER (WHERE queue = ANY (w.queues)) = cardinality(w.queues)
                   AND count(*) FILTER (WHERE granted_by = :granted_by
                                        AND (NOT queue = ANY (w.queues) OR granted_at < clock_timestamp() - :age::interval)) = 0
                  FROM (VALUES (string_to_array(:queues, ','))) w (queues) LEFT JOIN scheduler.registration_grant ON login = :login
                 GROUP BY w.queues
                """)
            .set("granted_by", GrantChanges.byGroups(issuer))
            .set("age", age)
            .set("queues", String.join(",", queues))
            .set("login", user);
    return statements.query(PURPOSE, sql, row -> row.getBoolean(1)).get(0);
  }

  /** Empty if there is no such grant. */
  public Optional<Row> read(String login, String queue) {
    SqlText sql = new SqlText(GRANTS).and("login = :login", login).and("queue = :queue", queue);
    return statements.find(PURPOSE, sql, Row::of);
  }
}
