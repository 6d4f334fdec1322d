package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The users of the API, who are not those of the database or of the broker. */
@Singleton
public final class ApiUsers {

  /**
   * A user as stored.
   *
   * @param passwordHash as Jakarta Security writes it
   */
  public record ApiUser(String name, Role role, String passwordHash) {}

  private static final String SEEN =
      "SELECT name, role, locked_at IS NOT NULL AS locked, locked_at, created_at, "
          + EditedRow.USER.tag()
          + " FROM scheduler.api_user\n";

  private final Statements statements;

  @Inject
  ApiUsers(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** All users as administrators see them, by name; at most 1000. */
  public List<Row> list() {
    return statements.query(
        "list users", new SqlText(SEEN).then("ORDER BY name LIMIT :limit", 1_000), Row::of);
  }

  /** A user as administrators see it; empty if there is none. */
  public Optional<Row> row(String name) {
    SqlText sql = new SqlText(SEEN).and("name = :name", name);
    return statements.find("read a user", sql, Row::of);
  }

  /** The user of that name; empty if there is none, or it is locked. */
  public Optional<ApiUser> find(String name) {
    String sql =
        "SELECT name, role, password_hash FROM scheduler.api_user WHERE name = :name AND locked_at IS NULL";
    return statements.find(
        "read the user of a request", new SqlText(sql).set("name", name), ApiUsers::user);
  }

  /**
   * Creates an administrator unless there is any user.
   *
   * @return whether it was created
   */
  public boolean createFirst(String name, String passwordHash) {
    String sql = "SELECT scheduler.create_first_user(:name, :password_hash) AS created";
    return statements
        .query(
            "create the first user of the API",
            new SqlText(sql).set("name", name).set("password_hash", passwordHash),
            row -> row.getBoolean("created"))
        .get(0);
  }

  private static ApiUser user(ResultSet row) throws SQLException {
    return new ApiUser(
        row.getString("name"), Role.of(row.getString("role")), row.getString("password_hash"));
  }
}
