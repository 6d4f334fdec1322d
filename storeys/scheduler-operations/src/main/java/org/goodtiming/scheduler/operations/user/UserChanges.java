package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes users of the API for administrators, in the caller's transaction. */
@Singleton
public final class UserChanges {

  private static final String PURPOSE = "change a user of the API";

  /** No user is logged in. */
  private static final String NOBODY = "-";

  private static final String SEEN =
      "json_build_object('role', role, 'locked', locked_at IS NOT NULL)::text";

  private final Statements statements;
  private final Audit audit;

  @Inject
  UserChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /** The result of a change. */
  public enum Outcome {
    CHANGED,
    NO_SUCH_USER,
    /** Nobody could administer users any more. */
    LAST_ADMINISTRATOR
  }

  /** The result of a creation. */
  public enum Creation {
    CREATED,
    EXISTS,
    /** A deleted user had the name: its jobs, runs and requests still bear it. */
    NAME_OF_DELETED_USER
  }

  public Creation create(String login, String name, Role role, String passwordHash) {
    if (isFormer(name)) {
      return Creation.NAME_OF_DELETED_USER;
    }
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.api_user (name, role, password_hash) VALUES (:name, :role, :password_hash)
                ON CONFLICT DO NOTHING RETURNING <seen>
                """
                    .replace("<seen>", SEEN))
            .set("name", name)
            .set("role", role.label())
            .set("password_hash", passwordHash);
    return noted(login, "create user", name, Optional.empty(), run(sql))
        ? Creation.CREATED
        : Creation.EXISTS;
  }

  private boolean isFormer(String name) {
    return run(new SqlText("SELECT name FROM scheduler.former_user WHERE name = :name", name))
        .isPresent();
  }

  /** Records in the audit that a login of the user has failed; of an unknown name nothing. */
  public void noteFailedLogin(String name, String address) {
    SqlText sql =
        new SqlText(
                "SELECT json_build_object('from', :address::text)::text FROM scheduler.api_user WHERE name = :name")
            .set("address", address)
            .set("name", name);
    run(sql).ifPresent(from -> audit.note(NOBODY, "login failed", name, null, from));
  }

  /**
   * Changes role and lock.
   *
   * @param role null leaves it unchanged
   * @param locked whether the user cannot log in; null leaves it unchanged
   */
  public Outcome set(String login, String name, @Nullable Role role, @Nullable Boolean locked) {
    boolean keepsAdministrator =
        (role == null || role == Role.ADMIN) && !Boolean.TRUE.equals(locked);
    if (!keepsAdministrator && isLastAdministrator(name)) {
      return Outcome.LAST_ADMINISTRATOR;
    }
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.api_user
                   SET role = coalesce(:role, role),
                       locked_at = CASE coalesce(:locked::boolean, locked_at IS NOT NULL)
                                   WHEN true THEN coalesce(locked_at, clock_timestamp()) END
                 WHERE name = :name RETURNING <seen>
                """
                    .replace("<seen>", SEEN))
            .set("role", role == null ? null : role.label())
            .set("locked", locked)
            .set("name", name);
    Optional<String> before = lock(name);
    return outcome(noted(login, "set user", name, before, run(sql)));
  }

  /** False if there is no such user. */
  public boolean resetPassword(String login, String name, String passwordHash) {
    Optional<String> before = lock(name);
    SqlText sql =
        new SqlText(
                "UPDATE scheduler.api_user SET password_hash = :password_hash WHERE name = :name RETURNING "
                    + SEEN)
            .set("password_hash", passwordHash)
            .set("name", name);
    return noted(login, "reset password", name, before, run(sql));
  }

  public Outcome delete(String login, String name) {
    if (isLastAdministrator(name)) {
      return Outcome.LAST_ADMINISTRATOR;
    }
    Optional<String> before =
        run(
            new SqlText(
                "DELETE FROM scheduler.api_user WHERE name = :name RETURNING " + SEEN, name));
    before.ifPresent(seen -> audit.note(login, "delete user", name, seen, null));
    if (before.isPresent()) {
      run(
          new SqlText(
                  "INSERT INTO scheduler.former_user (name, deleted_by) VALUES (:name, :login) ON CONFLICT DO NOTHING RETURNING name")
              .set("name", name)
              .set("login", login));
    }
    return outcome(before.isPresent());
  }

  /**
   * All that can administer are locked: of two who remove each other one waits, and is the last.
   */
  private boolean isLastAdministrator(String name) {
    return statements
        .query(PURPOSE, EditedRow.lockAdministrators(), row -> row.getString(1))
        .equals(List.of(name));
  }

  private Optional<String> lock(String name) {
    return run(
        new SqlText(
            "SELECT " + SEEN + " FROM scheduler.api_user WHERE name = :name FOR UPDATE", name));
  }

  private boolean noted(
      String login, String action, String name, Optional<String> before, Optional<String> after) {
    after.ifPresent(seen -> audit.note(login, action, name, before.orElse(null), seen));
    return after.isPresent();
  }

  private Optional<String> run(SqlText sql) {
    return statements.find(PURPOSE, sql, row -> row.getString(1));
  }

  private static Outcome outcome(boolean found) {
    return found ? Outcome.CHANGED : Outcome.NO_SUCH_USER;
  }
}
