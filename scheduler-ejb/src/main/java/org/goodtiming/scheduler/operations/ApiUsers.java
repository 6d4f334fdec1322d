package org.goodtiming.scheduler.operations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/** The users of the API, who are not those of the database or of the broker. */
public final class ApiUsers {

  /**
   * A user as stored.
   *
   * @param passwordHash as Jakarta Security writes it
   */
  public record ApiUser(String name, Role role, String passwordHash) {}

  private static final String SEEN =
      "SELECT name, role, locked_at IS NOT NULL AS locked, locked_at, created_at, %s FROM scheduler.api_user\n"
          .formatted(EditedRow.USER.tag());

  private final DataSource dataSource;
  private final Statements statements;

  public ApiUsers(DataSource dataSource) {
    this.dataSource = dataSource;
    statements = Statements.forClients(dataSource);
  }

  /** All users as administrators see them, by name; at most 1000. */
  public List<Row> list() {
    return statements.query(
        "list users", new SqlText(SEEN).then("ORDER BY name LIMIT ?", 1_000), Row::of);
  }

  /** A user as administrators see it; empty if there is none. */
  public Optional<Row> row(String name) {
    SqlText sql = new SqlText(SEEN).and("name = ?", name);
    return statements.query("read a user", sql, Row::of).stream().findFirst();
  }

  /** The user of that name; empty if there is none, or it is locked. */
  public Optional<ApiUser> find(String name) {
    String sql =
        "SELECT name, role, password_hash FROM scheduler.api_user WHERE name = ? AND locked_at IS NULL";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, name);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(user(row)) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new StoreException("read the user of a request", e);
    }
  }

  /**
   * Creates an administrator unless there is any user.
   *
   * @return whether it was created
   */
  public boolean createFirst(String name, String passwordHash) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement create =
            connection.prepareStatement("SELECT scheduler.create_first_user(?, ?)")) {
      create.setString(1, name);
      create.setString(2, passwordHash);
      try (ResultSet row = create.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    } catch (SQLException e) {
      throw new StoreException("create the first user of the API", e);
    }
  }

  private static ApiUser user(ResultSet row) throws SQLException {
    return new ApiUser(
        row.getString("name"), Role.of(row.getString("role")), row.getString("password_hash"));
  }
}
