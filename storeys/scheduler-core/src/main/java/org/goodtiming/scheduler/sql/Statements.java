package org.goodtiming.scheduler.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Runs statements, each in the transaction of its caller, or by itself if there is none. */
public final class Statements {

  private static final Duration PATIENCE_OF_CLIENTS = Duration.ofSeconds(5);

  private final DataSource dataSource;
  private final Duration limit;

  /** Statements whose only time limit is that of the login. */
  public Statements(DataSource dataSource) {
    this(dataSource, Duration.ZERO);
  }

  private Statements(DataSource dataSource, Duration limit) {
    this.dataSource = dataSource;
    this.limit = limit;
  }

  /** Statements for people and clients, none of which may take long. */
  public static Statements forClients(DataSource dataSource) {
    return new Statements(dataSource, PATIENCE_OF_CLIENTS);
  }

  /** Makes something of one row. */
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private interface Execution<T> {
    T of(PreparedStatement statement) throws SQLException;
  }

  /**
   * All rows of the statement.
   *
   * @param purpose for the exception's text
   * @throws StoreException if the statement fails
   */
  public <T> List<T> query(String purpose, SqlText sql, RowReader<T> reader) {
    return execute(purpose, sql, statement -> rows(statement, reader));
  }

  /**
   * The only row of the statement, if it has one.
   *
   * @param purpose for the exception's text
   * @throws StoreException if the statement fails
   */
  public <T> Optional<T> find(String purpose, SqlText sql, RowReader<T> reader) {
    return query(purpose, sql, reader).stream().findFirst();
  }

  /**
   * Changes rows.
   *
   * @param purpose for the exception's text
   * @return how many rows
   * @throws StoreException if the statement fails
   */
  public int update(String purpose, SqlText sql) {
    return execute(purpose, sql, PreparedStatement::executeUpdate);
  }

  /**
   * Runs a statement whose result does not matter, such as the call of a function.
   *
   * @param purpose for the exception's text
   * @throws StoreException if the statement fails
   */
  public void run(String purpose, SqlText sql) {
    execute(purpose, sql, PreparedStatement::execute);
  }

  private <T> T execute(String purpose, SqlText sql, Execution<T> execution) {
    NamedParameters parameters = sql.parameters();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(parameters.text())) {
      if (!limit.isZero()) {
        statement.setQueryTimeout((int) limit.toSeconds());
      }
      parameters.bind(statement, sql.values());
      return execution.of(statement);
    } catch (SQLException e) {
      throw new StoreException(purpose, e);
    }
  }

  private static <T> List<T> rows(PreparedStatement statement, RowReader<T> reader)
      throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      while (row.next()) {
        all.add(reader.read(row));
      }
      return all;
    }
  }
}
