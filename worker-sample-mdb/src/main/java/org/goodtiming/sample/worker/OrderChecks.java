package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;

/**
 * The worker of queue {@code order-check}: checks that an order was shipped, and tells a person if
 * not. Message and database take part in one XA transaction.
 */
@ApplicationScoped
public class OrderChecks {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  /** Returns what was found, for people. */
  @JobHandler(queue = "order-check")
  public String check(JobDelivery job) throws SQLException {
    record(job);
    return alertUnlessShipped(job.jobId()) ? "not shipped: a person is told" : "shipped";
  }

  private void record(JobDelivery job) throws SQLException {
    var sql =
        """
        INSERT INTO shop.order_check (fire_id, order_id, due_at) VALUES (?, ?, ?)
        """;
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement(sql)) {
      insert.setString(1, job.fireId());
      insert.setString(2, job.jobId());
      insert.setObject(3, job.dueAt().atOffset(ZoneOffset.UTC));
      insert.executeUpdate();
    }
  }

  private boolean alertUnlessShipped(String orderId) throws SQLException {
    var sql =
        """
        INSERT INTO shop.alert (order_id, reason)
        SELECT wanted.id, CASE WHEN o.id IS NULL THEN 'unknown order' ELSE 'not shipped' END
          FROM (SELECT ?::text AS id) wanted
          LEFT JOIN shop.orders o ON o.id = wanted.id
         WHERE o.shipped_at IS NULL
        """;
    try (var connection = shop.getConnection();
        var alert = connection.prepareStatement(sql)) {
      alert.setString(1, orderId);
      return alert.executeUpdate() > 0;
    }
  }
}
