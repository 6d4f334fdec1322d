package org.goodtiming.scheduler.execution;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.StoreException;

/** Deletes results before they expire, in the caller's transaction. */
public final class ExecutionResults {

  private final DataSource dataSource;

  public ExecutionResults(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** False if there is no result, or it has expired. */
  public boolean delete(UUID fireId) {
    String sql =
        """
        WITH kept AS MATERIALIZED (
          SELECT fire_id FROM scheduler.execution
           WHERE fire_id = ?::uuid AND result_expires_at > clock_timestamp() FOR UPDATE),
        gone AS (DELETE FROM scheduler.execution_result r USING kept k WHERE r.fire_id = k.fire_id)
        UPDATE scheduler.execution e SET result_expires_at = NULL, changed_at = clock_timestamp()
          FROM kept k WHERE e.fire_id = k.fire_id
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setString(1, fireId.toString());
      return delete.executeUpdate() == 1;
    } catch (SQLException e) {
      throw new StoreException("delete the result of " + fireId, e);
    }
  }
}
