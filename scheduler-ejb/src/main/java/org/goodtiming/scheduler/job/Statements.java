package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Runs statements for people and clients, none of which may take long. */
public final class Statements {

  private static final int LONGEST_STATEMENT_SECONDS = 5;

  private final DataSource dataSource;

  public Statements(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Makes something of one row. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * All rows of the statement.
   *
   * @param purpose for the exception's text
   */
  public <T> List<T> query(String purpose, SqlText sql, RowReader<T> reader) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql.text())) {
      statement.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
      sql.bind(statement);
      try (ResultSet row = statement.executeQuery()) {
        List<T> all = new ArrayList<>();
        while (row.next()) {
          all.add(reader.read(row));
        }
        return all;
      }
    } catch (SQLException e) {
      throw new StoreException(purpose, e);
    }
  }
}
