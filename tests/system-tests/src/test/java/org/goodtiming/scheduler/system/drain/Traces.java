package org.goodtiming.scheduler.system.drain;

import jakarta.annotation.Resource;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What a worker has begun, whatever became of it, and what it has done. */
@Stateless
@LocalBean
public class Traces {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  /** In a transaction of its own, so that it stays. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void begun(String batch, String jobId, int delivery) {
    execute(
        "INSERT INTO shop.drain_begun (batch, job_id, delivery) VALUES (?, ?, ?)",
        batch,
        jobId,
        delivery);
  }

  /** In a transaction of its own, so that it stays. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void failed(String batch, String error) {
    execute("INSERT INTO shop.drain_failed (batch, error) VALUES (?, ?)", batch, error);
  }

  /** In the transaction of the batch. */
  public void done(String batch, String jobId) {
    execute("INSERT INTO shop.drain_done (batch, job_id) VALUES (?, ?)", batch, jobId);
  }

  /** Longer than a drain takes further jobs. */
  public void takeLong() {
    execute("SELECT pg_sleep(0.6)");
  }

  private void execute(String sql, Object... values) {
    try (Connection connection = shop.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
