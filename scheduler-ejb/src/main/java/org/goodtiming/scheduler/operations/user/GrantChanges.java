package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Changes who may register jobs, in the caller's transaction. */
@Singleton
public final class GrantChanges {

  private static final String PURPOSE = "change a grant";
  private static final String SEEN =
      "json_build_object('login', login, 'queue', queue, 'grantedBy', granted_by)::text";

  /** No user has a name with spaces. */
  private static final String BY_GROUPS = "groups of the user";

  private final Statements statements;
  private final Audit audit;

  @Inject
  public GrantChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Grants a worker queue to a login.
   *
   * @param login of the administrator
   * @return false if the grant exists
   */
  public boolean put(String login, String grantee, String queue) {
    return create(login, grantee, queue, login);
  }

  /**
   * Gives a user what its groups have, and takes what they had at an earlier login and have no
   * more. Grants by administrators do not change.
   *
   * @param queues worker queues; * is all
   */
  public void setByGroups(String user, Set<String> queues) {
    SqlText lost =
        new SqlText(
            """
            DELETE FROM scheduler.registration_grant
             WHERE login = ? AND granted_by = ? AND NOT queue = ANY (string_to_array(?, ',')) RETURNING %s
            """
                .formatted(SEEN),
            user,
            BY_GROUPS,
            String.join(",", queues));
    run(lost).forEach(before -> audit.note(user, "delete grant", user, before, null));
    queues.stream().sorted().forEach(queue -> create(user, user, queue, BY_GROUPS));
  }

  private boolean create(String login, String grantee, String queue, String grantedBy) {
    SqlText sql =
        new SqlText(
            """
            INSERT INTO scheduler.registration_grant (login, queue, granted_by) VALUES (?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING %s
            """
                .formatted(SEEN),
            grantee,
            queue,
            grantedBy);
    List<String> created = run(sql);
    created.forEach(after -> audit.note(login, "create grant", grantee, null, after));
    return !created.isEmpty();
  }

  /**
   * Withdraws a grant.
   *
   * @param login of the administrator
   * @return false if there is no such grant
   */
  public boolean delete(String login, String grantee, String queue) {
    SqlText sql =
        new SqlText(
            "DELETE FROM scheduler.registration_grant WHERE login = ? AND queue = ? RETURNING "
                + SEEN,
            grantee,
            queue);
    List<String> deleted = run(sql);
    deleted.forEach(before -> audit.note(login, "delete grant", grantee, before, null));
    return !deleted.isEmpty();
  }

  /** Withdraws all grants of a queue, so that none comes back with another queue of its name. */
  public void deleteAll(String login, String queue) {
    SqlText sql =
        new SqlText(
            "DELETE FROM scheduler.registration_grant WHERE queue = ? RETURNING login, " + SEEN,
            queue);
    statements
        .query(PURPOSE, sql, row -> List.of(row.getString(1), row.getString(2)))
        .forEach(each -> audit.note(login, "delete grant", each.get(0), each.get(1), null));
  }

  private List<String> run(SqlText sql) {
    return statements.query(PURPOSE, sql, row -> row.getString(1));
  }
}
