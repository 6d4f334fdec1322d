package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Ends sessions for administrators, in the caller's transaction. */
@Singleton
public final class SessionChanges {

  private final Statements statements;
  private final Audit audit;

  @Inject
  SessionChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  private record Ended(String user, String before) {}

  /** False if there is no such session. */
  public boolean end(String login, long id) {
    SqlText sql =
        new SqlText(
            """
            DELETE FROM scheduler.api_session WHERE id = :id
            RETURNING coalesce(issuer_user, user_name), json_build_object('id', id, 'address', address, 'createdAt', created_at)::text
            """,
            id);
    List<Ended> ended =
        statements.query(
            "end a session", sql, row -> new Ended(row.getString(1), row.getString(2)));
    ended.forEach(each -> audit.note(login, "end session", each.user(), each.before(), null));
    return !ended.isEmpty();
  }
}
