package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.StoreException;

/** registered = waiting + dispatched + cancelled + expired + quarantined, at any moment. */
public final class Ledger {

  private final DataSource dataSource;

  public Ledger(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * A job that dispatch had quarantined has been registered again, which does not count as a new
   * job.
   *
   * @param waits false if a later cancel has removed it
   */
  public void leftQuarantine(boolean waits) {
    String sql =
        """
        INSERT INTO scheduler.ledger_entry (kind, jobs)
        VALUES ('quarantined', -1), (CASE WHEN ? THEN 'registered' ELSE 'cancelled' END, CASE WHEN ? THEN -1 ELSE 1 END)
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setBoolean(1, waits);
      insert.setBoolean(2, waits);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("record in the ledger that a job left the quarantine", e);
    }
  }

  /**
   * Difference of the ledger: 0 unless a job was lost or added outside the scheduler. Counts all
   * waiting rows.
   */
  public long difference() {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT difference FROM scheduler.ledger");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new StoreException("read the ledger", e);
    }
  }
}
