package org.goodtiming.scheduler.operations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;

/** The users of the API, who are not those of the database or of the broker. */
public final class ApiUsers {

  /**
   * A user as stored.
   *
   * @param passwordHash as Jakarta Security writes it
   */
  public record ApiUser(String name, Role role, String passwordHash) {}

  private final DataSource dataSource;

  public ApiUsers(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The user of that name; empty if there is none. */
  public Optional<ApiUser> find(String name) {
    String sql = "SELECT name, role, password_hash FROM scheduler.api_user WHERE name = ?";
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
