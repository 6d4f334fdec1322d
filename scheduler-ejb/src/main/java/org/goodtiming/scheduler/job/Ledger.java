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
