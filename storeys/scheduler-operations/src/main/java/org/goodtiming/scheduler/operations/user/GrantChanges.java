package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

  /** Prefix of the grantor's name in grants by groups; user names contain no spaces. */
  public static final String BY_GROUPS = "groups of the user";

  private final Statements statements;
  private final Audit audit;

  @Inject
  public GrantChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Grants a worker queue to a login, also if it has it by a group, so that it stays without.
   *
   * @param login of the administrator
   * @return false if an administrator has granted it before
   */
  public boolean put(String login, String grantee, String queue) {
    SqlText byGroups =
        new SqlText(
                """
                DELETE FROM scheduler.registration_grant
                 WHERE login = :login AND queue = :queue AND starts_with(granted_by, :by_groups) RETURNING <seen>
                """
                    .replace("<seen>", SEEN))
            .set("login", grantee)
            .set("queue", queue)
            .set("by_groups", BY_GROUPS);
    String before = run(byGroups).stream().findFirst().orElse(null);
    Optional<String> created = create(grantee, queue, login);
    created.ifPresent(after -> audit.note(login, "create grant", grantee, before, after));
    return created.isPresent();
  }

  /**
   * Gives a user what its groups have, and takes what they had at an earlier login and have no
   * more; what they still have is as if it were granted now. Grants by administrators, and by
   * groups at other issuers, do not change.
   *
   * @param issuer of the token that names the groups
   * @param queues worker queues; * is all
   */
  public void setByGroups(String user, String issuer, Set<String> queues) {
    Map<String, String> earlier = deleteByGroups(user, issuer);
    queues.stream()
        .sorted()
        .forEach(
            queue ->
                create(user, queue, byGroups(issuer))
                    .filter(after -> !earlier.containsKey(queue))
                    .ifPresent(after -> audit.note(user, "create grant", user, null, after)));
    earlier.forEach(
        (queue, before) -> {
          if (!queues.contains(queue)) {
            audit.note(user, "delete grant", user, before, null);
          }
        });
  }

  /** Deleting and inserting is all that nodes may do to grants. */
  private Map<String, String> deleteByGroups(String user, String issuer) {
    SqlText sql =
        new SqlText(
                "DELETE FROM scheduler.registration_grant WHERE login = :login AND granted_by = :granted_by RETURNING queue, "
                    + SEEN)
            .set("login", user)
            .set("granted_by", byGroups(issuer));
    Map<String, String> deleted = new TreeMap<>();
    statements
        .query(PURPOSE, sql, row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(each -> deleted.put(each.getKey(), each.getValue()));
    return deleted;
  }

  static String byGroups(String issuer) {
    return BY_GROUPS + " at " + issuer;
  }

  private Optional<String> create(String grantee, String queue, String grantedBy) {
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.registration_grant (login, queue, granted_by) VALUES (:login, :queue, :granted_by)
                ON CONFLICT DO NOTHING RETURNING <seen>
                """
                    .replace("<seen>", SEEN))
            .set("login", grantee)
            .set("queue", queue)
            .set("granted_by", grantedBy);
    return run(sql).stream().findFirst();
  }

  /**
   * Withdraws a grant.
   *
   * @param login of the administrator
   * @return who had granted it; empty if there is no such grant
   */
  public Optional<String> delete(String login, String grantee, String queue) {
    SqlText sql =
        new SqlText(
                "DELETE FROM scheduler.registration_grant WHERE login = :login AND queue = :queue RETURNING granted_by, "
                    + SEEN)
            .set("login", grantee)
            .set("queue", queue);
    Optional<Map.Entry<String, String>> deleted =
        statements.find(PURPOSE, sql, row -> Map.entry(row.getString(1), row.getString(2)));
    deleted.ifPresent(each -> audit.note(login, "delete grant", grantee, each.getValue(), null));
    return deleted.map(Map.Entry::getKey);
  }

  /** Whether it comes back while the user is in its group. */
  public static boolean isByGroups(String grantedBy) {
    return grantedBy.startsWith(BY_GROUPS);
  }

  /**
   * Withdraws all grants of a queue, so that none by an administrator comes back with another queue
   * of its name.
   */
  public void deleteAll(String login, String queue) {
    SqlText sql =
        new SqlText(
            "DELETE FROM scheduler.registration_grant WHERE queue = :queue RETURNING login, "
                + SEEN,
            queue);
    statements
        .query(PURPOSE, sql, row -> List.of(row.getString(1), row.getString(2)))
        .forEach(each -> audit.note(login, "delete grant", each.get(0), each.get(1), null));
  }

  private List<String> run(SqlText sql) {
    return statements.query(PURPOSE, sql, row -> row.getString(1));
  }
}
