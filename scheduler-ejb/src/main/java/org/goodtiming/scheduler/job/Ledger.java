package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** registered = waiting + dispatched + cancelled + expired + quarantined, at any moment. */
public final class Ledger {

  private final DataSource dataSource;

  public Ledger(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * What dispatch had kept aside has been registered anew, which is no job more.
   *
   * @param waits false if a later cancel has taken it away
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
   * By how many jobs it does not add up: 0 unless one was lost or invented. Counts all waiting
   * rows.
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
